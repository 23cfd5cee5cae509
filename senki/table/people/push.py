"""Web Push: word to a browser that is closed, through its maker's push service (RFC 8030).

It is encrypted for that browser (RFC 8291) and signed with the key of this service (VAPID, RFC 8292).
"""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from time import time
from urllib.parse import urlsplit

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
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import delete, insert

from senki.table.people.identity import hash_of
from senki.table.refusals import Refused
from senki.table.store.database import Store
from senki.table.store.schema import SUBSCRIPTIONS
from senki.table.store.writer import Writer

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: a private key is a number below it."""
RECORD = 4096
"""Bytes of a record; a message is one."""
SIGNED_FOR = 12 * 3600
"""Seconds for which a signature holds; at most a day."""
MOST_BROWSERS = 10
"""Browsers of one person that get word; a further one takes the place of the oldest."""


@dataclass(frozen=True)
class Subscription:
    """Where a browser gets word, and the keys with which only it can read it."""

    endpoint: str
    p256dh: str
    auth: str
    lang: str = "en"


class Gone(Exception):
    """The browser has ended its subscription: nothing will ever arrive there."""


def packed(raw: bytes) -> str:
    """Bytes as base64 for addresses, without its padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    """The bytes behind such a text; raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_bytes(key: EllipticCurvePrivateKey) -> bytes:
    """The public half of a key as an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_keys(subscription: Subscription) -> None:
    """Refuse keys that nothing can be encrypted for."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), unpacked(subscription.p256dh))
        if len(unpacked(subscription.auth)) != 16:
            raise ValueError
    except ValueError:
        raise Refused("malformed", why="these are no keys of a push subscription") from None


def encrypted(
    told: bytes, to: Subscription, salt: bytes | None = None, own: EllipticCurvePrivateKey | None = None
) -> bytes:
    """A message for one browser in the coding `aes128gcm`; salt and key are new for each, but in an example."""
    salt = salt or secrets.token_bytes(16)
    own = own or generate_private_key(SECP256R1())
    mine, theirs = public_bytes(own), unpacked(to.p256dh)
    shared = own.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), theirs))
    secret = _derived(shared, unpacked(to.auth), b"WebPush: info\0" + theirs + mine, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    # The last record ends with 2; ours is the first and the last.
    return head + AESGCM(key).encrypt(nonce, told + b"\x02", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Vapid:
    """The key that tells push services who sends: made once and kept with the secrets of the database."""

    def __init__(self, secret: str, contact: str) -> None:
        self.key = derive_private_key(int(secret, 16) % (ORDER - 1) + 1, SECP256R1())
        self.contact = contact
        """An address under which a push service can reach whoever runs this service."""
        self.public = packed(public_bytes(self.key))
        """What a browser is told when it subscribes."""

    def authorization(self, endpoint: str) -> str:
        """The header that signs a message to an endpoint."""
        where = urlsplit(endpoint)
        head = {"typ": "JWT", "alg": "ES256"}
        claims = {
            "aud": f"{where.scheme}://{where.netloc}", "exp": int(time()) + SIGNED_FOR, "sub": self.contact,
        }  # fmt: skip
        signed = ".".join(packed(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self.key.sign(signed.encode(), ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{packed(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


class Browsers:
    """Who gets word in which browsers."""

    def __init__(self, store: Store, writer: Writer) -> None:
        self.store = store
        self.writer = writer

    async def of(self, person: str) -> list[Subscription]:
        """The browsers of somebody."""
        rows = await self.store.subscriptions(person)
        return [Subscription(row.endpoint, row.p256dh, row.auth, row.lang) for row in rows]

    async def add(self, person: str, new: Subscription) -> None:
        """A browser gets word for somebody, and for nobody else who used it before."""
        kept = [row.browser for row in await self.store.subscriptions(person)][: MOST_BROWSERS - 1]
        values = {
            "browser": hash_of(new.endpoint), "person": person, "endpoint": new.endpoint, "p256dh": new.p256dh,
            "auth": new.auth, "lang": new.lang, "created": time(),
        }  # fmt: skip
        mine = SUBSCRIPTIONS.c.person == person
        await self.writer.write(
            delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.browser == values["browser"]),
            delete(SUBSCRIPTIONS).where(mine, SUBSCRIPTIONS.c.browser.not_in(kept)),
            insert(SUBSCRIPTIONS).values(values),
        )

    async def remove(self, endpoint: str) -> None:
        """A browser gets no more word."""
        await self.writer.write(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.browser == hash_of(endpoint)))
