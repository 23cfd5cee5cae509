#!/usr/bin/env sh
# Says clearly if there is no Node that can build the browser client.
NEEDED=20
FOUND=$(node --version 2>/dev/null | sed 's/^v//')
if [ "${FOUND%%.*}" -ge $NEEDED ] 2>/dev/null && command -v npm >/dev/null 2>&1; then exit 0; fi
cat >&2 <<END
senki: the browser client is built with Node $NEEDED or newer and its npm; found: ${FOUND:-none}.
       Install Node from https://nodejs.org or your system's packages (nodejs, npm), then call make again.
       A wheel of Senki (pip install senki-….whl) brings the client along and needs no Node;
       \`make terminal\` plays without a browser.
END
exit 1
