/** Place of a request among the requests in flight. */
export interface Seat {
  /** Called when the request waits until clients of its user read, which must not block other users. */
  pause(): void;
  /** Called when the request continues, even beyond the limit. */
  resume(): void;
  /** Called when the response is ready: sending it takes only the client's time. */
  finish(): void;
  /** Called when the last byte is sent or the client has disconnected. */
  leave(): void;
}
