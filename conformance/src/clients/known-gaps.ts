/** By the name of the test: why a client library cannot do it with Kiln yet. A gap that closes fails until it is off. */
export const clientGaps: Readonly<Record<string, string>> = {
  "a JavaScript informer sees what is there, and what is added, updated and deleted":
    "A watch is answered only when its first event comes.",
  "a Go informer that lists, then watches": "A watch over HTTP/2 ends the server.",
  "a Go informer that begins with a watch-list": "A watch over HTTP/2 ends the server.",
};
