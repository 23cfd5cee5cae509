"""Browsers that are closed get word: encrypted for them alone, signed, and only through push services."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from senki.table.people.notify import may_call
from senki.table.people.push import MOST_BROWSERS, Subscription, Vapid, encrypted, packed, public_bytes, unpacked
from senki.table.settings import KNOWN_PUSH, Pace, Settings
from tests.table.inside import Inside, inside
from tests.table.letters import PATIENCE, Hook, Mailbox, PushService
from tests.table.support import Somebody, sqlite, story
from tests.table.test_notify import until_it_is_north_s_turn

UNHURRIED = Pace(1000, 1000)


class Browser:
    """The keys of a browser that has subscribed; it can read what is sent to it."""

    def __init__(self, endpoint: str, key: EllipticCurvePrivateKey | None = None, auth: bytes = b"0123456789abcdef"):
        self.endpoint = endpoint
        self.key = key or generate_private_key(SECP256R1())
        self.auth = auth

    @property
    def wish(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": packed(public_bytes(self.key)), "auth": packed(self.auth)}

    def read(self, body: bytes) -> bytes:
        """What a body says (RFC 8188 and 8291, read from the other end)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size and len(body) <= 4096
        shared = self.key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender))
        info = b"WebPush: info\x00" + public_bytes(self.key) + sender
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        told = AESGCM(key).decrypt(nonce, sealed, None)
        assert told[-1:] == b"\x02"
        return told[:-1]


def service(folder: Path, **more: Any) -> Any:
    settings = {
        "push_hosts": ("127.0.0.1",),
        "webhook_hosts": ("127.0.0.1",),
        "browsers": UNHURRIED,
        "trials": UNHURRIED,
    }
    return inside(Settings(database=sqlite(folder), **{**settings, **more}))


def test_the_example_of_rfc_8291() -> None:
    private = int.from_bytes(unpacked("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    browser = Subscription(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    own = derive_private_key(private, SECP256R1())
    told = b"When I grow up, I want to be a watermelon"
    assert packed(encrypted(told, browser, unpacked("DGv6ra1nlYgDCS1FRnbzlw"), own)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def check_signature(header: str, endpoint: str, key: str, contact: str) -> None:
    """A message is signed for the push service it goes to, by the key browsers were told."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", header)
    assert found and found[4] == key
    assert json.loads(unpacked(found[1])) == {"typ": "JWT", "alg": "ES256"}
    claims = json.loads(unpacked(found[2]))
    assert claims["aud"] == endpoint.rpartition("/browser")[0] and claims["sub"] == contact
    signature = unpacked(found[3])
    der = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    known = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), unpacked(key))
    known.verify(der, f"{found[1]}.{found[2]}".encode(), ECDSA(hashes.SHA256()))


def test_every_secret_makes_a_key() -> None:
    for secret in ("00" * 32, "ff" * 32, "0123456789abcdef" * 4):
        assert len(unpacked(Vapid(secret, "mailto:a@b").public)) == 65


@story
async def test_word_of_a_turn_reaches_a_browser_that_is_closed(tmp_path: Path) -> None:
    push = PushService(b"HTTP/1.1 503 Not now\r\nContent-Length: 0\r\n\r\n")
    async with service(tmp_path, base_url="https://senki.example") as server:
        server.service.notifier.pause = 0.05
        here, away = Somebody(server.url), Somebody(server.url)
        browser = Browser(push.url)
        await away.post("/me/push", {**browser.wish, "lang": "ja"})
        me = await away.get("/me")
        assert me["browsers"] == 1
        table = await until_it_is_north_s_turn(here, away)
        await push.posted()
        headers, body = await push.posted()
        told = json.loads(browser.read(body))
        assert told["title"] == "あなたの番です" and told["url"] == f"/#/table/{table}" and told["tag"] == table
        assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0 and headers["topic"] == table
        check_signature(headers["authorization"], push.url, me["push"], "https://senki.example")
    # The key is made once: browsers would have to subscribe anew with another.
    async with service(tmp_path) as server:
        assert (await Somebody(server.url).get("/me"))["push"] == me["push"]


@story
async def test_a_test_of_every_way_says_what_happened(tmp_path: Path) -> None:
    mailbox, hook = Mailbox(), Hook()
    push = PushService(b"HTTP/1.1 201 Created\r\n\r\n", b"HTTP/1.1 403 No\r\n\r\n", b"HTTP/1.1 410 Gone\r\n\r\n")
    async with service(tmp_path, smtp=mailbox.smtp) as server:
        me = Somebody(server.url)
        browser = Browser(push.url)
        trial = {"how": "push", "endpoint": push.url}
        await me.post("/me/trial", trial, 409)
        await me.post("/me/push", browser.wish)
        assert (await me.post("/me/trial", trial))["outcome"] == "sent"
        _, body = await push.posted()
        assert json.loads(browser.read(body))["title"] == "Senki: a test"
        assert await me.post("/me/trial", trial) == {"outcome": "failed", "detail": "HTTPError 403"}
        # A browser that has ended its subscription is forgotten.
        assert (await me.post("/me/trial", trial))["outcome"] == "gone"
        await me.post("/me/trial", trial, 409)
        assert (await me.get("/me"))["browsers"] == 0
        for how in ("email", "webhook"):
            await me.post("/me/trial", {"how": how}, 409)
        await me.post("/me", {"email": "jackson@example.org", "webhook": hook.url})
        await me.post("/me/trial", {"how": "email"}, 409)
        await me.post("/confirm", {"token": await mailbox.token()})
        assert (await me.post("/me/trial", {"how": "email"}))["outcome"] == "sent"
        letter, _ = await mailbox.next()
        assert letter["To"] == "jackson@example.org"
        assert (await me.post("/me/trial", {"how": "webhook"}))["outcome"] == "sent"
        assert "your turn" in await hook.next()
        hook.answers.append(b"HTTP/1.1 500 Broken\r\n\r\n")
        assert (await me.post("/me/trial", {"how": "webhook"}))["detail"] == "HTTPError 500"
        # Somebody else is not tested with my browser.
        await Somebody(server.url).post("/me/trial", trial, 409)


@story
async def test_a_subscription_that_has_ended_is_forgotten_when_word_goes_out(tmp_path: Path) -> None:
    push = PushService(b"HTTP/1.1 404 Not Found\r\n\r\n")
    async with service(tmp_path) as server:
        here, away = Somebody(server.url), Somebody(server.url)
        await away.post("/me/push", Browser(push.url).wish)
        await until_it_is_north_s_turn(here, away)
        await push.posted()
        async with asyncio.timeout(PATIENCE):
            while (await away.get("/me"))["browsers"]:
                await asyncio.sleep(0.02)


@story
async def test_no_other_address_is_called(tmp_path: Path) -> None:
    inner = Hook()
    async with service(tmp_path, push_hosts=KNOWN_PUSH) as server:
        me = Somebody(server.url)
        for endpoint in (
            inner.url, "https://127.0.0.1/x", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com.evil.example/x",
            "https://notify.windows.com.evil.example/x", "https://evilpush.apple.com@127.0.0.1/", "https://[::1]/x", "https://[/x",
        ):  # fmt: skip
            answer = await me.http.post("/api/me/push", json=Browser(endpoint).wish)
            assert answer.status_code == 403, (endpoint, answer.text)
        # What a database holds is asked again before it is called.
        await server.service.browsers.add("g-x", Subscription(inner.url, *list(Browser(inner.url).wish.values())[1:]))
        server.service.notifier.pause = 0.01
        server.service.notifier.your_turn("g-x", "t", "n", "g")
        await asyncio.sleep(0.3)
        assert inner.heard.empty()
    for allowed in (
        "https://web.push.apple.com/x",
        "https://wns2-par02p.notify.windows.com/w/?token=a",
        "https://fcm.googleapis.com/fcm/send/a",
    ):
        assert may_call(allowed, KNOWN_PUSH)


@story
async def test_keys_that_are_none_and_too_many_browsers(tmp_path: Path) -> None:
    push = PushService()
    async with service(tmp_path) as server:
        me, other = Somebody(server.url), Somebody(server.url)
        good = Browser(push.url).wish
        for wrong in (
            {"p256dh": "AAAA"},
            {"auth": "AAAA"},
            {"p256dh": "B" * 87},
            {"lang": "de"},
            {"endpoint": "ftp://127.0.0.1"},
        ):
            await me.post("/me/push", {**good, **wrong}, 422)
        for number in range(MOST_BROWSERS + 3):
            await me.post("/me/push", Browser(f"{push.url}{number}").wish)
        assert (await me.get("/me"))["browsers"] == MOST_BROWSERS
        latest = f"{push.url}{MOST_BROWSERS + 2}"
        # The next one to use a browser gets its word alone; and it can be turned off.
        await other.post("/me/push", Browser(latest).wish)
        assert (await me.get("/me"))["browsers"] == MOST_BROWSERS - 1
        await other.post("/me/push/forget", {"endpoint": latest})
        assert (await other.get("/me"))["browsers"] == 0


@story
async def test_tests_and_browsers_have_a_pace(tmp_path: Path) -> None:
    push = PushService()
    async with service(tmp_path, trials=Pace(0, 1), browsers=Pace(0, 1)) as server:
        me = Somebody(server.url)
        await me.post("/me/push", Browser(push.url).wish)
        await me.post("/me/push", Browser(push.url).wish, 429)
        await me.post("/me/trial", {"how": "push", "endpoint": push.url})
        await me.post("/me/trial", {"how": "push", "endpoint": push.url}, 429)


@pytest.mark.parametrize("smtp", ["", "smtp://127.0.0.1:1"])
def test_letters_are_offered_where_they_can_be_sent(tmp_path: Path, smtp: str) -> None:
    @story
    async def told() -> None:
        here: Inside
        async with service(tmp_path, smtp=smtp) as here:
            assert (await Somebody(here.url).get("/me"))["letters"] is bool(smtp)

    told()
