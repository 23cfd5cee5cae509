"""The built client: its files, and its page for every address that is not the service's own."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from senki.table.http.asking import FOR_EVER, who
from senki.table.refusals import Refused

router = APIRouter(include_in_schema=False)
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Senki</title>
<h1>Senki 戦棋</h1>
<p>The service is running; its browser client has not been built yet. <code>make client</code> builds it.</p>
<p>サービスは動作中です。ブラウザ用クライアントは未作成です（<code>make client</code> で作成）。</p>
<p><a href="/docs">API</a> · <a href="/healthz">health</a></p></html>
"""


def file_in(folder: Path, path: str) -> Path | None:
    """A file of the client; nothing outside its folder."""
    try:
        found = (folder / path).resolve()
        inside = found.is_relative_to(folder.resolve()) and found.is_file()
    except (ValueError, OSError):
        return None
    return found if inside else None


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """The HTTP interface, readable without scripts from elsewhere."""
    return HTMLResponse(describe(request.app.openapi()))


@router.get("/embed/{table_id}")
async def embed(request: Request) -> Response:
    """The client as other sites may frame it: nobody is asked who they are, so no cookie is set."""
    index = file_in(request.app.state.service.settings.static, "index.html")
    if index is None:
        return HTMLResponse(NOT_BUILT, status_code=404)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


@router.get("/{path:path}")
async def client(request: Request, path: str) -> Response:
    """A file of the client, or the client itself."""
    if path.startswith(("api/", "ws/")):
        raise Refused("unknown", why="there is no such address")
    folder: Path = request.app.state.service.settings.static
    found = file_in(folder, path) if path else None
    if found is not None:
        hashed = path.startswith("assets/")
        return FileResponse(found, headers={"Cache-Control": FOR_EVER if hashed else "no-cache"})
    index = file_in(folder, "index.html")
    if index is not None and "." in path.rpartition("/")[2]:
        raise Refused("unknown", why="there is no such file")
    page: Response = HTMLResponse(NOT_BUILT, status_code=404 if path else 200)
    if index is not None:
        page = FileResponse(index, headers={"Cache-Control": "no-cache"})
    # A newcomer is known before the page asks anything: its first questions go out together and belong to one person.
    await who(request, page)
    return page


def describe(document: dict[str, Any]) -> str:
    """An OpenAPI document as a plain page."""
    parts = [f"<h1>{escape(document['info']['title'])}</h1>", "<p><a href='/openapi.json'>openapi.json</a></p>"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(_text(operation))}</p>")
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            if "$ref" in body:
                parts.append(f"<p>Body: {_reference(body['$ref'])}</p>")
            answers = ", ".join(f"{code} {escape(a['description'])}" for code, a in operation["responses"].items())
            parts.append(f"<p><small>{answers}</small></p>")
    for name, shape in document["components"]["schemas"].items():
        fields = "".join(
            f"<li><code>{escape(field)}</code> {escape(str(form.get('type', form.get('anyOf', form.get('$ref', '')))))}"
            for field, form in shape.get("properties", {}).items()
        )
        parts.append(f"<h3 id='{escape(name)}'>{escape(name)}</h3><p>{escape(shape.get('description', ''))}</p>")
        parts.append(f"<ul>{fields}</ul>")
    return f"<!doctype html><html lang='en'><meta charset='utf-8'><title>Senki API</title>{''.join(parts)}</html>"


def _text(operation: dict[str, Any]) -> str:
    return str(operation.get("description") or operation.get("summary") or "")


def _reference(where: str) -> str:
    name = escape(where.rpartition("/")[2])
    return f"<a href='#{name}'>{name}</a>"
