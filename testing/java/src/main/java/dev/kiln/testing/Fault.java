package dev.kiln.testing;

/** Something that goes wrong with requests of a fork. */
public final class Fault {
  private final Fork fork;
  private final String path;

  Fault(Fork fork, String path) {
    this.fork = fork;
    this.path = path;
  }

  /** How many requests matched. */
  public int matched() {
    return fork.request("GET", path, null).at("/status/matched").asInt();
  }

  /** How often the fault acted. */
  public int injected() {
    return fork.request("GET", path, null).at("/status/injected").asInt();
  }

  public void remove() {
    fork.request("DELETE", path, null);
  }
}
