export { type ConnectionOptions, Http2Connection } from "./http2/connection.ts";
export { createHeaderDecoder, type HeaderDecoder } from "./http2/decode-headers.ts";
export { createHeaderEncoder } from "./http2/encode-headers.ts";
export { Http2Fault } from "./http2/frames.ts";
export { CODE_LENGTHS, createHuffmanDecoder, type HuffmanDecoder } from "./http2/huffman.ts";
export { STATIC_HEADERS } from "./http2/static-headers.ts";
export { Http2Stream } from "./http2/stream.ts";
export {
  type ApiRequest,
  type ApiResponse,
  BodyTooLarge,
  ClientGone,
  EXCHANGE_OVER,
  type PeerCertificate,
  type RequestHeaders,
  type ResponseBody,
  type ResponseHeaders,
} from "./message.ts";
export { unpackBatches } from "./pieces.ts";
export {
  ProxyError,
  type ProxyReply,
  type ProxyRequest,
  type ProxyTls,
  type ProxyTransport,
} from "./proxy-transport.ts";
export { isHtml, type ProxiedRoot, rewriteHeaders, rewriteLink, rewritePage } from "./rewrite-links.ts";
export { TOKEN_PROTOCOL } from "./token-protocol.ts";
