package dev.kiln.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A cluster for one test. */
public final class Fork implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);

  private final KilnServer server;
  private final String name;
  private final String url;
  private final String kubeconfig;
  private Duration advanced = Duration.ZERO;

  Fork(KilnServer server, JsonNode made) {
    this.server = server;
    this.name = made.at("/metadata/name").textValue();
    this.url = made.at("/status/url").textValue();
    this.kubeconfig = made.at("/status/kubeconfig").textValue();
  }

  public String name() {
    return name;
  }

  public String url() {
    return url;
  }

  /** Complete, with the fork's own credentials; {@code Config.fromKubeconfig} of fabric8 takes it. */
  public String kubeconfig() {
    return kubeconfig;
  }

  /** Sends a request to this cluster as its administrator; {@code body} may be null. */
  public JsonNode request(String method, String path, JsonNode body) {
    return server.request(method, "/clusters/" + name + path, body);
  }

  /** Back to what it started as. */
  public void reset() {
    var path = KilnServer.GROUP_PATH + "/forks/" + name;
    var resets = server.request("GET", path, null).at("/spec/resets").asLong();
    var change = KilnServer.JSON.createObjectNode();
    change.putObject("spec").put("resets", resets + 1);
    server.request("PATCH", path, change);
  }

  /** Stops time at the given one. */
  public void stopClock(Instant at) {
    advanced = Duration.ZERO;
    changeClock(spec().put("stopped", true).put("time", at.toString()).put("offset", "0s"));
  }

  /** Moves time on. Whatever fell due has happened when it returns. */
  public void advance(Duration by) {
    advanced = advanced.plus(by);
    changeClock(spec().put("offset", advanced.toMillis() + "ms"));
  }

  private static ObjectNode spec() {
    return KilnServer.JSON.createObjectNode();
  }

  private void changeClock(ObjectNode spec) {
    var path = KilnServer.GROUP_PATH + "/clocks";
    if (request("GET", path, null).path("items").isEmpty()) {
      request("POST", path, KilnServer.object("Clock", spec().put("name", "cluster"), spec));
    } else {
      request("PATCH", path + "/cluster", spec().set("spec", spec));
    }
  }

  /** Lets a fault act from now on. {@code spec} is that of the kind Fault, as JSON. */
  public Fault inject(String fault, String spec) {
    try {
      var object = KilnServer.object("Fault", spec().put("name", fault), KilnServer.JSON.readTree(spec));
      request("POST", KilnServer.GROUP_PATH + "/faults", object);
    } catch (com.fasterxml.jackson.core.JsonProcessingException error) {
      throw new KilnException("the spec of fault " + fault + " is no JSON: " + error.getMessage(), error);
    }
    return new Fault(this, KilnServer.GROUP_PATH + "/faults/" + fault);
  }

  /** The requests of clients, oldest first, without the server's own controllers; fields as in docs/forks.md. */
  public List<JsonNode> requests() {
    return requestsAfter(0);
  }

  private List<JsonNode> requestsAfter(long number) {
    var requests = new ArrayList<JsonNode>();
    for (var entry : request("GET", "/testing/log?after=" + number, null).path("items")) {
      if (!entry.path("user").asText().isEmpty()) {
        requests.add(entry);
      }
    }
    return requests;
  }

  /** Waits until clients write nothing for 300 ms. Fails above so many requests, reads included, or after 10 s. */
  public List<JsonNode> settled(int maxRequests) {
    return settled(maxRequests, Duration.ofMillis(300), Duration.ofSeconds(10));
  }

  public List<JsonNode> settled(int maxRequests, Duration quiet, Duration timeout) {
    var start = System.nanoTime();
    var quietSince = start;
    for (long writes = -1; ; sleep(POLL)) {
      var seen = requests();
      long written = writing(seen).size();
      if (seen.size() > maxRequests) {
        throw new AssertionError("not settled within " + maxRequests + " requests: " + seen.size() + " were sent");
      }
      var now = System.nanoTime();
      if (written != writes) {
        writes = written;
        quietSince = now;
      } else if (now - quietSince >= quiet.toNanos()) {
        return seen;
      }
      if (now - start > timeout.toNanos()) {
        throw new AssertionError("not settled within " + timeout + ": " + written + " requests wrote something");
      }
    }
  }

  /** Fails unless exactly so many requests wrote to the resource, such as {@code backups.example.com/status}. */
  public void expectWrites(String resource, int times) {
    var wrote = writing(requests()).stream().filter(each -> each.path("resource").asText().equals(resource)).toList();
    if (wrote.size() != times) {
      throw new AssertionError(
          times + " writes to " + resource + " expected, " + wrote.size() + " were made" + lines(wrote));
    }
  }

  /** Fails if a client writes anything for so long: an operator in a steady state only reads. */
  public void expectNoWrites(Duration during) {
    var seen = requests();
    var before = seen.isEmpty() ? 0 : seen.get(seen.size() - 1).path("number").asLong();
    sleep(during);
    var wrote = writing(requestsAfter(before));
    if (!wrote.isEmpty()) {
      throw new AssertionError("no writes expected, " + wrote.size() + " were made" + lines(wrote));
    }
  }

  private static List<JsonNode> writing(List<JsonNode> requests) {
    return requests.stream().filter(each -> !each.path("writes").isEmpty()).toList();
  }

  private static String lines(List<JsonNode> requests) {
    var text = new StringBuilder();
    for (var each : requests) {
      text.append("\n ");
      for (var field : List.of("number", "verb", "resource", "namespace", "name", "user")) {
        text.append(' ').append(each.path(field).asText());
      }
    }
    return text.toString();
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new KilnException("interrupted", error);
    }
  }

  /** Deletes the cluster. */
  @Override
  public void close() {
    server.request("DELETE", KilnServer.GROUP_PATH + "/forks/" + name, null);
  }
}
