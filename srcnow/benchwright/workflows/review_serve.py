"""Serve a study to annotators and to its owner, until the program is interrupted."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

from benchwright.errors import MissingExtraError, UsageError
from benchwright.review.open_study import OpenStudy
from benchwright.review.study_records import Annotator

if TYPE_CHECKING:
    from benchwright.publish.review_pages.review_app import ReviewSite

LOOPBACK = "127.0.0.1"
_ENDING = 5  # seconds for what is under way


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """Where the server listens. Beyond this machine it needs TLS files, or a proxy in front that has them; `url` is
    then what annotators open (`https://review.example.org`)."""

    host: str = LOOPBACK
    port: int = 0
    tls_cert: Path | None = None
    tls_key: Path | None = None
    behind_proxy: bool = False
    url: str = ""

    @property
    def loopback(self) -> bool:
        """Whether only this machine reaches it."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    def check(self) -> None:
        """Raises UsageError for an address that would show tokens to the network."""
        if bool(self.tls_cert) != bool(self.tls_key):
            raise UsageError("--tls-cert and --tls-key go together", hint="name both files, or none")
        for path in (self.tls_cert, self.tls_key):
            if path is not None and not path.is_file():
                raise UsageError(f"{path} is missing", hint="name the files of the certificate and its key")
        if not self.loopback and self.tls_cert is None and not self.behind_proxy:
            raise UsageError(
                f"--host {self.host} can be reached by others, without encryption",
                hint="add --tls-cert and --tls-key, or --behind-proxy if a proxy adds TLS",
            )
        parts = urlsplit(self.url)
        if self.url and (parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/")):
            raise UsageError(f"--url {self.url!r} is not an address", hint="such as https://review.example.org")
        if not self.url and (self.behind_proxy or self.host in ("0.0.0.0", "::")):
            raise UsageError("annotators need an address to open", hint="add --url https://review.example.org")

    def site(self, port: int) -> ReviewSite:
        """The site, once the port is known."""
        from benchwright.publish.review_pages.review_app import ReviewSite

        host = f"[{self.host}]" if ":" in self.host else self.host
        scheme = "http" if self.tls_cert is None else "https"
        own = f"{scheme}://{host}:{port}"
        url = self.url.rstrip("/") or own
        hosts = {urlsplit(url).netloc.lower()}
        if self.loopback:
            hosts |= {f"{LOOPBACK}:{port}", f"localhost:{port}", f"{host}:{port}".lower()}
        return ReviewSite(url, frozenset(hosts))


_USUAL = ListenAddress()


class ReviewServer:
    """A web server in a thread of its own: `with ReviewServer(study) as server: server.site.link(token)`. Raises
    UsageError for an address that can't be used, and MissingExtraError without FastAPI and uvicorn."""

    def __init__(self, study: OpenStudy, address: ListenAddress = _USUAL) -> None:
        address.check()
        try:
            import uvicorn

            from benchwright.publish.review_pages.review_app import review_app
        except ImportError as error:
            raise MissingExtraError("serving a review", "review") from error
        self.study = study
        self._socket = _bound(address)
        self.site = address.site(self._socket.getsockname()[1])
        config = uvicorn.Config(
            review_app(study, self.site),
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=address.behind_proxy,
            ssl_certfile=address.tls_cert,
            ssl_keyfile=address.tls_key,
            timeout_graceful_shutdown=_ENDING,
            timeout_keep_alive=30,
            limit_concurrency=1000,
            ws="none",
            lifespan="off",
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="benchwright-review", daemon=True
        )

    @property
    def url(self) -> str:
        return self.site.url

    @property
    def owner_link(self) -> str:
        return self.site.link(self.study.owner_token())

    def link(self, annotator: Annotator) -> str:
        """The link of an annotator."""
        return self.site.link(self.study.token(annotator.id))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the server. What is under way is still answered."""
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()

    def wait(self, seconds: float) -> bool:
        """Wait so long. Whether the server still runs."""
        self._thread.join(seconds)
        return self._thread.is_alive()


def serve(
    study: OpenStudy,
    address: ListenAddress = _USUAL,
    *,
    names: Sequence[str] = (),
    annotators: int = 1,
    ready: Callable[[ReviewServer], None] = lambda server: print(server.owner_link),
) -> None:
    """Serve a study until the program is interrupted. Annotators of these `names` are added where they are missing, and
    others until the study has so many people. `ready` is called when the server listens."""
    with ReviewServer(study, address) as server:
        people = [one.name for one in study.annotators() if one.kind == "person"]
        added = [name for name in dict.fromkeys(names) if name not in people]
        for name in [*added, *[""] * (annotators - len(people) - len(added))]:
            study.add_annotator(name)
        ready(server)
        try:
            while server.wait(1.0):
                pass
        except KeyboardInterrupt:
            return
    raise UsageError("the server ended by itself", hint="see what it wrote, and start it again")


def _bound(address: ListenAddress) -> socket.socket:
    """A socket that listens there."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # asyncio sends small packets at once only where the protocol is named: else each page waits 40 ms for an ACK.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address.host, address.port))
        listening.listen(256)
    except OSError as error:
        listening.close()
        raise UsageError(
            f"{address.host}:{address.port} cannot be used: {error.strerror or error}",
            hint="name another --port, or none",
        ) from error
    return listening
