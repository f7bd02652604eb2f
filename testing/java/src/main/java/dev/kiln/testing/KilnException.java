package dev.kiln.testing;

/** The server's message, or why it was not reached. */
public final class KilnException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public KilnException(String message) {
    super(message);
  }

  public KilnException(String message, Throwable cause) {
    super(message, cause);
  }
}
