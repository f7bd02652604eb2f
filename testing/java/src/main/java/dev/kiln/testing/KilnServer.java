package dev.kiln.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A running {@code kiln serve --testing}. It ends with {@link #close()}, and also with this process, however that ends. The
 * variable KILN names another program than the {@code kiln} on PATH.
 */
public final class KilnServer implements AutoCloseable {
  static final String GROUP_PATH = "/apis/testing.kiln.dev/v1";
  static final ObjectMapper JSON = new ObjectMapper();
  private static KilnServer shared;

  private final Process process;
  private final Path folder;
  private final String token;
  private final String url;
  private final HttpClient client;

  private KilnServer(Process process, Path folder, String token) throws IOException, GeneralSecurityException {
    this.process = process;
    this.folder = folder;
    this.token = token;
    // The kubeconfig of a Kiln server is JSON.
    var cluster = JSON.readTree(folder.resolve("kubeconfig").toFile()).at("/clusters/0/cluster");
    this.url = cluster.get("server").textValue();
    var authority = Base64.getDecoder().decode(cluster.get("certificate-authority-data").textValue());
    this.client = HttpClient.newBuilder().sslContext(trusting(authority)).build();
  }

  /** The one server of this test process, started when it is first asked for. */
  public static synchronized KilnServer shared() {
    if (shared == null) {
      shared = start();
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close));
    }
    return shared;
  }

  /** Starts a server of its own, in memory, on a free port, with further flags of {@code kiln serve}. */
  public static KilnServer start(String... flags) {
    var program = System.getenv().getOrDefault("KILN", "kiln");
    try {
      var folder = Files.createTempDirectory("kiln-test-");
      var token = UUID.randomUUID().toString();
      var tokens = folder.resolve("tokens.csv");
      Files.writeString(tokens, token + ",kiln-testing,kiln-testing,system:masters\n");
      var command = new ArrayList<>(List.of(program, "serve", "--testing", "--store", "memory"));
      command.addAll(List.of("--listen", "127.0.0.1:0", "--data-dir", folder.toString()));
      command.addAll(List.of("--token-auth-file", tokens.toString()));
      command.addAll(List.of(flags));
      var errors = folder.resolve("errors.log");
      var builder = new ProcessBuilder(command).redirectError(errors.toFile());
      builder.environment().put("KILN_STOP_WITH_PARENT", "1");
      var process = builder.start();
      if (!isReady(process.inputReader())) {
        process.waitFor();
        var said = Files.readString(errors).trim();
        delete(folder);
        throw new KilnException(program + " serve --testing ended before it was ready: " + said);
      }
      return new KilnServer(process, folder, token);
    } catch (IOException | GeneralSecurityException error) {
      throw new KilnException(program + ": " + error.getMessage(), error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new KilnException("interrupted", error);
    }
  }

  /** The rest of the output is read and dropped: a full pipe would stop the server. */
  private static boolean isReady(BufferedReader output) throws IOException {
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith("ready ")) {
        var reader = new Thread(() -> output.lines().forEach(rest -> {}));
        reader.setDaemon(true);
        reader.start();
        return true;
      }
    }
    return false;
  }

  private static SSLContext trusting(byte[] pem) throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null);
    var authority = CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
    store.setCertificateEntry("kiln", authority);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** Where the base cluster is. */
  public String url() {
    return url;
  }

  /** Sends a request to the base cluster as its administrator; {@code body} may be null. */
  public JsonNode request(String method, String path, JsonNode body) {
    var type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    var content = body == null
        ? HttpRequest.BodyPublishers.noBody()
        : HttpRequest.BodyPublishers.ofString(body.toString());
    var request = HttpRequest.newBuilder(URI.create(url + path))
        .method(method, content)
        .header("Content-Type", type)
        .header("Authorization", "Bearer " + token)
        .build();
    try {
      var answer = client.send(request, BodyHandlers.ofString());
      var value = JSON.readTree(answer.body());
      if (answer.statusCode() >= 300) {
        throw new KilnException(value.path("message").asText(answer.body()));
      }
      return value;
    } catch (IOException error) {
      throw new KilnException(method + " " + path + ": " + error.getMessage(), error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new KilnException("interrupted", error);
    }
  }

  /** A cluster that starts as the base cluster is now. */
  public Fork fork() {
    return fork(JSON.createObjectNode());
  }

  /** A cluster with a spec of the kind Fork, such as {@code {"from": {"snapshot": "installed"}}}. */
  public Fork fork(ObjectNode spec) {
    var metadata = JSON.createObjectNode().put("generateName", "test-");
    return new Fork(this, request("POST", GROUP_PATH + "/forks", object("Fork", metadata, spec)));
  }

  static ObjectNode object(String kind, ObjectNode metadata, JsonNode spec) {
    var object = JSON.createObjectNode().put("apiVersion", "testing.kiln.dev/v1").put("kind", kind);
    object.set("metadata", metadata);
    object.set("spec", spec);
    return object;
  }

  /** Ends the server with all its forks. */
  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor();
      delete(folder);
    } catch (IOException error) {
      throw new KilnException("cannot delete " + folder, error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (var paths = Files.walk(folder)) {
      paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    }
  }
}
