package dev.kiln.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KilnExtension.class)
class KilnExtensionTest {
  private static String last = "";

  @BeforeAll
  static void setUp(KilnServer server) {
    try (var fork = server.fork()) {
      assertTrue(fork.url().startsWith(server.url()));
    }
  }

  private static KubernetesClient clientOf(Fork fork) {
    return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(fork.kubeconfig())).build();
  }

  private static ConfigMap map(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).withNamespace("default").endMetadata().build();
  }

  @RepeatedTest(2)
  void everyTestHasAClusterThatItCanReset(Fork fork) {
    assertNotEquals(last, fork.name());
    last = fork.name();
    try (var client = clientOf(fork)) {
      var maps = client.configMaps().inNamespace("default");
      assertNull(maps.withName("mine").get());
      client.resource(map("mine")).create();
      assertNotNull(maps.withName("mine").get());
      fork.reset();
      assertNull(maps.withName("mine").get());
    }
  }

  @Test
  void timeMoves(Fork fork) {
    fork.stopClock(Instant.parse("2030-01-01T00:00:00Z"));
    fork.advance(Duration.ofHours(1));
    fork.advance(Duration.ofMinutes(30));
    try (var client = clientOf(fork)) {
      var made = client.resource(map("late")).create();
      assertEquals("2030-01-01T01:30:00Z", made.getMetadata().getCreationTimestamp());
    }
  }

  @Test
  void faultsActAndWritesAreCounted(Fork fork) {
    var fault = fork.inject("conflict", """
        {"match": {"verbs": ["create"]}, "action": "Status", "code": 409, "times": 1}""");
    try (var client = clientOf(fork)) {
      assertThrows(KubernetesClientException.class, () -> client.resource(map("a")).create());
      client.resource(map("a")).create();
    }
    assertEquals(2, fault.matched());
    assertEquals(1, fault.injected());
    fault.remove();
    assertEquals(2, fork.settled(20, Duration.ofMillis(1), Duration.ofSeconds(10)).size());
    fork.expectWrites("configmaps", 1);
    fork.expectNoWrites(Duration.ofMillis(1));
    var failure = assertThrows(AssertionError.class, () -> fork.expectWrites("configmaps", 2));
    assertTrue(failure.getMessage().startsWith("2 writes to configmaps expected, 1 were made\n"));
    assertThrows(AssertionError.class, () -> fork.settled(1));
  }

  @Test
  void refusalsOfTheServerArePassedOn(KilnServer server) {
    var spec = KilnServer.JSON.createObjectNode();
    spec.putObject("from").put("fork", "missing");
    var refusal = assertThrows(KilnException.class, () -> server.fork(spec));
    assertTrue(refusal.getMessage().contains("spec.from.fork: Not found: \"missing\""), refusal.getMessage());
    refusal = assertThrows(KilnException.class, () -> KilnServer.start("--store", "paper"));
    assertTrue(refusal.getMessage().contains("--store takes"), refusal.getMessage());
  }
}
