// The stage all browser tests play on: one service and one browser (`run.mjs` starts them), and pages of its own for each test.
import assert from "node:assert/strict";
import { after, before, describe, test as plain } from "node:test";
import { browser, person, service, windows } from "./helpers.mjs";

let chrome;
let windowed;
let own;
before(async () => {
  // A file that is run by itself has a service of its own.
  own = process.env.SENKI_TABLE ? null : await service();
  chrome = await browser();
});
after(async () => {
  await chrome?.close();
  await windowed?.close();
  await own?.end();
});

/**
 * A test on pages of its own. Its story is given `person`: somebody with a fresh browser, who looks at the home page; `notified` by it, if so asked.
 * Whatever happens the pages are closed, and nothing may have gone wrong in them.
 */
export function test(name, ...rest) {
  const story = rest.pop();
  plain(name, ...rest, async (t) => {
    const pages = [];
    const comes = async ({ notified, ...options } = {}, base = own?.base ?? process.env.SENKI_TABLE) => {
      if (notified) windowed ??= await windows();
      const page = await person(notified ? windowed : chrome, base, { number: pages.length, ...options });
      pages.push(page);
      return page;
    };
    try {
      await story(comes, t);
      for (const page of pages) assert.deepEqual(page.wrong, []);
    } finally {
      await Promise.all(pages.map((page) => page.context().close()));
    }
  });
}

/** The same story for each of these, all at once. */
export function each(all, name, story) {
  describe(name, { concurrency: true }, () => {
    for (const one of all) test(String(one), (person, t) => story(person, one, t));
  });
}
