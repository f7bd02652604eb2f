/** A request's place among those in flight. */
export interface Seat {
  /** The request waits for the user's own clients to read, which must not keep others out. */
  pause(): void;
  /** It goes on, whether or not the limit allows it. */
  resume(): void;
  /** The answer is made; sending it takes only the client's time. */
  finish(): void;
  /** The last byte is sent, or the client is gone. */
  leave(): void;
}
