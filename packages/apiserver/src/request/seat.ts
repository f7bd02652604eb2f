/** Seat of a request among those in flight. */
export interface Seat {
  /** Called when the request waits for its user's own clients to read, which must not block others. */
  pause(): void;
  /** Called when it continues, even beyond the limit. */
  resume(): void;
  /** Called when the response is ready; sending it costs only the client's time. */
  finish(): void;
  /** Called when the last byte is sent, or the client has disconnected. */
  leave(): void;
}
