"""Fetch pictures at addresses, only from hosts that the user named, and never from a private network.

A document is written by a stranger, and an address in it is a request that this machine would make for them. So:

- Only `http` on port 80 and `https` on port 443, only hosts that the user allowed (`example.org`, `*.example.org`), no
  names and passwords in the address, no cookies, no proxy, no compressed answers.
- A name is resolved once. All addresses that it has must be public ones (no loopback, private, link-local, shared,
  multicast or reserved address, nor an IPv6 form that carries an IPv4 one), and the connection is made to an address
  that was looked at: a name that answers otherwise a moment later changes nothing (DNS rebinding).
- Up to five redirects are followed by hand, each looked at like the first address; none leads from https to http.
- Time and size are bounded, for the whole answer, however slowly it drips.

What was fetched lies in `CORPUS/.ingest/fetched/`, named by the hash of its address, and is not asked for again: not
after a kill, and not when a document changes while its pictures stay. Deleting that folder has all fetched anew.

Reasons of ReadError: `remote` (the host is not allowed: nothing was fetched, nothing resolved), `fetch-refused`
(forbidden address, port, redirect), `fetch-failed`, `fetch-too-large`, `fetch-redirects`.
"""

from __future__ import annotations

import hashlib
import http.client
import re
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from benchwright.errors import ReadError, UsageError
from benchwright.files.atomic import write_atomic

FETCHED = "fetched"
"""The folder's name below `CORPUS/.ingest`."""

PORTS = {"http": 80, "https": 443}
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_HEADERS = {"User-Agent": "benchwright", "Accept": "image/*", "Accept-Encoding": "identity", "Connection": "close"}
_PIECE = 1 << 16
_TRIES = 3  # addresses of one name

# IPv6 addresses that lead to an IPv4 one: refused as a whole, but for the well-known NAT64 prefix, which networks
# without IPv4 need: there the address inside decides.
_NAT64 = IPv6Network("64:ff9b::/96")
_CARRIERS = tuple(map(IPv6Network, ("::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10")))
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})
# What `ipaddress` says of these has changed between versions of Python: the IETF's own, and relays to IPv6.
_SPECIAL = (IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))

Address = IPv4Address | IPv6Address


def forbidden(address: Address) -> str:
    """Why no connection may be made to this address; "" for a public one."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return "an IPv4 address in IPv6 form"
        if address in _NAT64:
            return forbidden(IPv4Address(int(address) & 0xFFFFFFFF))
        if any(address in network for network in _CARRIERS) or (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
            return "an IPv6 address that leads to an IPv4 one"
    elif any(address in network for network in _SPECIAL):
        return "reserved"
    if address.is_loopback or address.is_unspecified:
        return "this machine"
    if address.is_link_local:
        return "link-local"
    if address.is_multicast:
        return "multicast"
    if address.is_private or address.is_reserved or not address.is_global:
        return "private or reserved"
    return ""


def resolve(host: str, port: int) -> tuple[str, ...]:
    """The addresses of a host, as the system's resolver tells them. OSError."""
    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in entries))


def host_pattern(text: str) -> str:
    """A host as the user allows it, in its plain form: "example.org", "*.example.org" (what stands below it, not
    itself), or an address. UsageError for anything else: a URL, a port, a star alone."""
    wild = text.strip().startswith("*.")
    host = _plain_host(text.strip().removeprefix("*.").strip("[]"))
    if not host or (wild and "." not in host):
        raise UsageError(
            f"{text!r} is not a host to fetch from",
            hint="give a name like example.org or *.example.org, without http://",
        )
    return f"*.{host}" if wild else host


def _plain_host(host: str) -> str:
    """Lower case, in ASCII, without the last dot; "" if it is no host name and no address."""
    try:
        return str(ip_address(host))
    except ValueError:
        pass
    try:
        plain = host.encode("idna").decode("ascii").lower().removesuffix(".")
    except UnicodeError:
        return ""
    labels = plain.split(".")
    return plain if len(plain) <= 253 and all(_LABEL.fullmatch(label) for label in labels) else ""


@dataclass(frozen=True, slots=True)
class Policy:
    """What counts as outside. Tests put a resolver and a judge of addresses of their own here; nothing else does."""

    resolve: Callable[[str, int], tuple[str, ...]] = resolve
    forbidden: Callable[[Address], str] = forbidden
    ports: tuple[tuple[str, int], ...] = tuple(PORTS.items())
    tls: Callable[[], ssl.SSLContext] = ssl.create_default_context


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """`bytes` and `seconds` are of one picture, redirects included. A host that failed `failures` times in a row is not
    asked again by this process: a dead host would else cost its time for every picture of a large corpus."""

    bytes: int = 64 << 20
    seconds: float = 20.0
    redirects: int = 5
    failures: int = 5


@dataclass(frozen=True, slots=True)
class _Place:
    """An address that may be asked: the host is allowed, the rest is of the plain kind."""

    url: str
    scheme: str
    host: str
    port: int
    path: str


@dataclass(slots=True)
class Fetcher:
    """Gets the bytes of pictures. `hosts` as from `host_pattern`; `folder` keeps what was fetched. Calls from several
    threads are safe. Used by the process that writes the corpus: readers have no network and ask it."""

    hosts: tuple[str, ...]
    folder: Path
    limits: FetchLimits = field(default_factory=FetchLimits)
    policy: Policy = field(default_factory=Policy)
    _failed: Counter[str] = field(default_factory=Counter)
    _refusals: dict[str, tuple[str, str]] = field(default_factory=dict)

    @classmethod
    def for_corpus(cls, corpus: Path, hosts: Iterable[str], limits: FetchLimits | None = None) -> Fetcher:
        """What `--allow-fetch` stands for. UsageError for what is no host."""
        allowed = tuple(dict.fromkeys(map(host_pattern, hosts)))
        return cls(allowed, corpus / ".ingest" / FETCHED, limits or FetchLimits())

    def __call__(self, url: str) -> bytes:
        """The bytes that stand at `url` (`//host/path` is taken for https). ReadError; the same again for the same
        address."""
        place = self._looked_at(url)
        kept = self.folder / hashlib.sha256(place.url.encode()).hexdigest()
        try:
            with kept.open("rb") as file:
                data = file.read(self.limits.bytes + 1)
            return self._bounded(data)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise ReadError("fetch-failed", f"what was fetched cannot be read: {error.strerror}") from error
        if place.url in self._refusals:
            raise ReadError(*self._refusals[place.url])
        try:
            data = self._fetched(place)
        except ReadError as error:
            self._refusals[place.url] = error.reason, str(error)
            raise
        write_atomic(kept, data)
        return data

    def _bounded(self, data: bytes) -> bytes:
        if len(data) > self.limits.bytes:
            raise ReadError("fetch-too-large", f"more than {self.limits.bytes:,} bytes")
        return data

    def _looked_at(self, url: str, before: _Place | None = None) -> _Place:
        """The address in its parts, if it may be asked. `before` is the address that redirected here."""
        shown = repr(url[:200])
        try:
            parts = urlsplit(f"https:{url}" if url.startswith("//") else url)
            host, given = _plain_host(parts.hostname or ""), parts.port
        except ValueError as error:
            raise ReadError("remote", f"{shown} is not an address: nothing is fetched") from error
        if parts.scheme not in PORTS or not self._allows(host):
            if before is not None:
                raise ReadError("fetch-refused", f"{before.host} redirects to {shown}, which is not allowed")
            raise ReadError("remote", f"{shown} is not on this disk, and {host or 'this'} is not a host to fetch from")
        port = dict(self.policy.ports)[parts.scheme]
        if parts.username is not None or parts.password is not None:
            raise ReadError("fetch-refused", f"{parts.scheme}://...@{host} holds a name or password")
        if given is not None and given != port:
            raise ReadError("fetch-refused", f"{shown}: only port {port} is asked for {parts.scheme}")
        if before is not None and before.scheme == "https" and parts.scheme != "https":
            raise ReadError("fetch-refused", f"{before.host} redirects from https to http")
        path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
        query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
        netloc = f"[{host}]" if ":" in host else host
        whole = urlunsplit((parts.scheme, netloc, path, query, ""))
        return _Place(whole, parts.scheme, host, port, path + (f"?{query}" if query else ""))

    def _allows(self, host: str) -> bool:
        return bool(host) and any(
            host.endswith(allowed[1:]) if allowed.startswith("*.") else host == allowed for allowed in self.hosts
        )

    def _fetched(self, place: _Place) -> bytes:
        until = time.monotonic() + self.limits.seconds
        for _ in range(self.limits.redirects + 1):
            if self._failed[place.host] >= self.limits.failures:
                raise ReadError("fetch-failed", f"{place.host} failed {self.limits.failures} times and is not asked")
            try:
                found = self._asked(place, until)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self._failed[place.host] += 1
                late = " in time" if time.monotonic() >= until else ""
                words = str(error) or type(error).__name__
                raise ReadError("fetch-failed", f"{place.host} did not answer{late}: {words}") from error
            self._failed[place.host] = 0
            if isinstance(found, bytes):
                return found
            try:
                onwards = urljoin(place.url, found)
            except ValueError as error:
                raise ReadError("fetch-refused", f"{place.host} redirects to no address") from error
            place = self._looked_at(onwards, place)
        raise ReadError("fetch-redirects", f"more than {self.limits.redirects} redirects")

    def _asked(self, place: _Place, until: float) -> bytes | str:
        """The answer's bytes, or where it redirects to. What http.client and socket raise goes through."""
        with self._connected(place, until) as raw:
            connection = _Pinned(place, raw)
            connection.request("GET", place.path, headers=_HEADERS)
            with connection.getresponse() as answer:
                return self._answered(answer, place)

    def _answered(self, answer: http.client.HTTPResponse, place: _Place) -> bytes | str:
        if answer.status in _REDIRECTS and (onwards := answer.getheader("Location")):
            return onwards
        if answer.status != 200:
            raise ReadError("fetch-failed", f"{place.host} answers {answer.status}")
        if (coding := answer.getheader("Content-Encoding", "identity")).strip().lower() not in {"", "identity"}:
            raise ReadError("fetch-failed", f"{place.host} answers in the coding {coding[:40]!r}")
        return self._body(answer, place.host)

    def _body(self, answer: http.client.HTTPResponse, host: str) -> bytes:
        declared = answer.length
        if declared is not None and declared > self.limits.bytes:
            raise ReadError("fetch-too-large", f"{host} offers {declared:,} bytes; at most {self.limits.bytes:,}")
        data = bytearray()
        while len(data) <= self.limits.bytes and (piece := answer.read(_PIECE)):
            data += piece
        if not data or (declared is not None and len(data) < declared):
            raise ReadError("fetch-failed", f"{host} broke off after {len(data):,} bytes")
        return self._bounded(bytes(data))

    @contextmanager
    def _connected(self, place: _Place, until: float) -> Iterator[socket.socket]:
        """A connection to an address of the host that was looked at, cut when the time is over: a limit on each read
        would let an answer drip for ever."""
        plain = self._dial(place, until)
        try:
            reins = plain.dup()
            timer = threading.Timer(max(until - time.monotonic(), 0.0), _cut, (reins,))
            timer.daemon = True
            timer.start()
            try:
                if place.scheme == "https":
                    with self.policy.tls().wrap_socket(plain, server_hostname=place.host) as wrapped:
                        yield wrapped
                else:
                    yield plain
            finally:
                timer.cancel()
                timer.join()
                reins.close()
        finally:
            plain.close()

    def _dial(self, place: _Place, until: float) -> socket.socket:
        addresses = self.policy.resolve(place.host, place.port)
        for text in addresses:
            try:
                why = self.policy.forbidden(ip_address(text))
            except ValueError:
                why = "of no known kind"
            if why:
                raise ReadError("fetch-refused", f"{place.host} leads to {text}: {why}")
        fault: OSError = OSError("it has no address")
        for text in addresses[:_TRIES]:
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError("the time is over")
            try:
                return socket.create_connection((text, place.port), timeout=left)
            except OSError as error:
                fault = error
        raise fault


def _cut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:  # it is closed already
        return


class _Pinned(http.client.HTTPConnection):
    """A connection that is already made: nothing here resolves a name, or connects again."""

    def __init__(self, place: _Place, raw: socket.socket) -> None:
        super().__init__(place.host, place.port)
        self.default_port = PORTS[place.scheme]  # the Host header names a port only where it is an odd one
        self.sock = raw

    def connect(self) -> None:
        raise http.client.NotConnected("the connection is closed")
