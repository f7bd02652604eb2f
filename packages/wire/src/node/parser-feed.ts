import type { Socket } from "node:net";

/** Shorter parts are not cut: a body of line ends would be parsed four bytes at a time. */
const MIN_PART_BYTES = 256;
const END_OF_HEADERS = "\r\n\r\n";
const NO_BYTES = Buffer.alloc(0);

export interface ParserFeedOptions {
  /** Whether so many requests wait that no more are to be parsed. */
  readonly isFull: () => boolean;
  /** Whether the parser has refused bytes; bytes behind refused ones are dropped. */
  readonly isRefused: () => boolean;
  /** Called after each call of the parser, with the number of bytes that it received. */
  readonly onParsed: (bytes: number) => void;
}

/**
 * Hands received bytes to Node's HTTP/1.1 parser in parts that hold a few requests. Node would parse all requests of a
 * packet at once, 600 of 16 KiB, and keep 5 KB for each. While requests wait, further bytes stay in the socket, which is
 * paused: a client that does not wait for answers is slowed down by TCP.
 */
export class ParserFeed {
  readonly #socket: Socket;
  readonly #parse: (bytes: Buffer) => void;
  readonly #options: ParserFeedOptions;
  readonly #onData = (bytes: Buffer) => this.#feed(bytes);
  #isHeld = false;
  #isStopped = false;
  #rest: Buffer = NO_BYTES;

  /** Takes the place of the parser's own listener, which is the only one for received bytes so far. */
  constructor(socket: Socket, options: ParserFeedOptions) {
    const [parse] = socket.listeners("data") as ((bytes: Buffer) => void)[];
    if (parse === undefined) {
      throw new Error("the connection has no parser");
    }
    this.#socket = socket;
    this.#parse = parse;
    this.#options = options;
    socket.off("data", parse);
    socket.on("data", this.#onData);
  }

  /** Called when a request has been answered. */
  resumeIfHeld(): void {
    if (this.#isHeld && !this.#options.isFull() && !isPausedByNode(this.#socket)) {
      this.#isHeld = false;
      this.#socket.resume();
    }
  }

  /** Called when the connection carries no more requests. Returns received bytes that were not parsed. */
  stop(): Buffer {
    this.#isStopped = true;
    this.#socket.off("data", this.#onData);
    return this.#rest;
  }

  #feed(bytes: Buffer): void {
    const { isFull, isRefused } = this.#options;
    let rest = bytes;
    while (rest.byteLength > 0 && !this.#isStopped && !this.#socket.destroyed && !isRefused()) {
      if (isFull() || isPausedByNode(this.#socket)) {
        this.#isHeld = true;
        this.#socket.pause();
        this.#socket.unshift(rest);
        return;
      }
      const length = measurePart(rest);
      const part = rest.subarray(0, length);
      rest = rest.subarray(length);
      this.#rest = rest;
      this.#parse(part);
      this.#options.onParsed(length);
    }
    // A view of no bytes would keep the memory of the packet while the connection is idle.
    this.#rest = NO_BYTES;
  }
}

/**
 * Whether Node does not want the parser to be called before it resumes the socket: it pauses for a client that does not
 * read its responses. Node's listener throws if it is called nevertheless.
 */
function isPausedByNode(socket: Socket & { readonly _paused?: boolean }): boolean {
  return socket._paused === true;
}

/** Bytes up to the end of headers, or all. */
function measurePart(bytes: Buffer): number {
  const end = bytes.byteLength <= MIN_PART_BYTES ? -1 : bytes.indexOf(END_OF_HEADERS, MIN_PART_BYTES, "latin1");
  return end === -1 ? bytes.byteLength : end + END_OF_HEADERS.length;
}
