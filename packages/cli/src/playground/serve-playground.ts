import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { PageFiles } from "@kiln/console/proxy";
import { printSecurityHeader } from "@kiln/page/security-policy";

export interface ServedPlayground {
  readonly url: string;
  close(): Promise<void>;
}

const compress = promisify(gzip);

/** Serves the files of the page on 127.0.0.1, compressed. The page sends no other requests to a server. */
export async function servePlayground(files: PageFiles, port: number): Promise<ServedPlayground> {
  const packed = new Map<string, Promise<Uint8Array>>();
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] as string;
    const name = path === "/" ? "/index.html" : path;
    const file = files.get(name);
    if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
      response.writeHead(file === undefined ? 404 : 405).end();
      return;
    }
    const headers = {
      "content-type": file.type,
      "content-security-policy": printSecurityHeader({ hasServer: false }),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
      etag: file.etag,
    };
    if (request.headers["if-none-match"] === file.etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const content = packed.get(name) ?? compress(file.bytes);
    packed.set(name, content);
    void content.then((bytes) => {
      response.writeHead(200, { ...headers, "content-encoding": "gzip", "content-length": bytes.length });
      response.end(request.method === "HEAD" ? undefined : bytes);
    });
  });
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}
