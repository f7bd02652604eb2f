import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A walk through the client: KUBECONFIG names the server. */
class WalkTest {
  static final String NS = "fabric8";
  static KubernetesClient client;

  @BeforeAll
  static void connect() {
    client = new KubernetesClientBuilder().build();
    client.namespaces().resource(new NamespaceBuilder().withNewMetadata().withName(NS).endMetadata().build()).create();
  }

  @AfterAll
  static void close() {
    client.close();
  }

  static ConfigMap map(String name, String value) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().addToData("key", value).build();
  }

  /** Events as text; taking waits for the next. */
  static final class Events {
    final BlockingQueue<String> queue = new LinkedBlockingQueue<>();

    String take() throws InterruptedException {
      return queue.poll(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void readsTheVersion() {
    assertEquals("1", client.getKubernetesVersion().getMajor());
  }

  @Test
  void createsEditsAndDeletes() {
    var maps = client.configMaps().inNamespace(NS);
    assertNotNull(maps.resource(map("plain", "1")).create().getMetadata().getUid());
    assertEquals(409, assertThrows(KubernetesClientException.class, () -> maps.resource(map("plain", "1")).create()).getCode());
    maps.withName("plain").edit(live -> new ConfigMapBuilder(live).addToData("more", "2").build());
    assertEquals(Map.of("key", "1", "more", "2"), maps.withName("plain").get().getData());
    maps.withName("plain").delete();
    maps.withName("plain").waitUntilCondition(live -> live == null, 10, TimeUnit.SECONDS);
    assertNull(maps.withName("plain").get());
  }

  @Test
  void appliesAndPatches() {
    var maps = client.configMaps().inNamespace(NS);
    maps.resource(map("applied", "1")).fieldManager("walk").forceConflicts().serverSideApply();
    var merge = PatchContext.of(PatchType.JSON_MERGE);
    maps.withName("applied").patch(merge, "{\"data\":{\"merged\":\"2\"}}");
    var strategic = PatchContext.of(PatchType.STRATEGIC_MERGE);
    maps.withName("applied").patch(strategic, "{\"data\":{\"strategic\":\"3\"}}");
    var applied = maps.resource(map("applied", "4")).fieldManager("walk").serverSideApply();
    assertEquals(Map.of("key", "4", "merged", "2", "strategic", "3"), applied.getData());
  }

  @Test
  void listsInPages() {
    var maps = client.configMaps().inNamespace(NS);
    for (var name : new String[] {"page-1", "page-2", "page-3"}) {
      var map = new ConfigMapBuilder(map(name, "1")).editMetadata().addToLabels("paged", "yes").endMetadata().build();
      maps.resource(map).create();
    }
    var page = maps.withLabel("paged", "yes").list(new ListOptionsBuilder().withLimit(2L).build());
    assertEquals(2, page.getItems().size());
    var next = new ListOptionsBuilder().withLimit(2L).withContinue(page.getMetadata().getContinue()).build();
    assertEquals("page-3", maps.withLabel("paged", "yes").list(next).getItems().get(0).getMetadata().getName());
  }

  @Test
  void watchesThroughAWebSocket() throws Exception {
    var events = new Events();
    var watcher = new Watcher<ConfigMap>() {
      @Override
      public void eventReceived(Action action, ConfigMap map) {
        events.queue.add(action + " " + map.getMetadata().getName());
      }

      @Override
      public void onClose(WatcherException cause) {
        events.queue.add("closed " + cause);
      }
    };
    var maps = client.configMaps().inNamespace(NS);
    try (var watch = maps.withName("watched").watch(watcher)) {
      maps.resource(map("watched", "1")).create();
      assertEquals("ADDED watched", events.take());
      maps.withName("watched").edit(live -> new ConfigMapBuilder(live).addToData("a", "b").build());
      assertEquals("MODIFIED watched", events.take());
      maps.withName("watched").delete();
      assertEquals("DELETED watched", events.take());
    }
  }

  @Test
  void keepsAnInformerThroughAWebSocket() throws Exception {
    var events = new Events();
    var maps = client.configMaps().inNamespace(NS);
    var first = new ConfigMapBuilder(map("early", "1")).editMetadata().addToLabels("informed", "yes").endMetadata();
    maps.resource(first.build()).create();
    var handler = new ResourceEventHandler<ConfigMap>() {
      @Override
      public void onAdd(ConfigMap map) {
        events.queue.add("add " + map.getMetadata().getName());
      }

      @Override
      public void onUpdate(ConfigMap old, ConfigMap map) {
        events.queue.add("update " + map.getData().get("key"));
      }

      @Override
      public void onDelete(ConfigMap map, boolean isUnknown) {
        events.queue.add("delete " + map.getMetadata().getName());
      }
    };
    try (var informer = maps.withLabel("informed", "yes").inform(handler, 0)) {
      assertEquals("add early", events.take());
      assertTrue(informer.hasSynced());
      maps.withName("early").edit(live -> new ConfigMapBuilder(live).addToData("key", "2").build());
      assertEquals("update 2", events.take());
      maps.withName("early").delete();
      assertEquals("delete early", events.take());
    }
  }

  @Test
  void scalesADeployment() {
    var labels = Map.of("app", "scaled");
    Deployment deployment = new DeploymentBuilder()
        .withNewMetadata().withName("scaled").endMetadata()
        .withNewSpec().withReplicas(1).withNewSelector().withMatchLabels(labels).endSelector()
        .withNewTemplate().withNewMetadata().withLabels(labels).endMetadata()
        .withNewSpec().addNewContainer().withName("c").withImage("c:1").endContainer().endSpec().endTemplate().endSpec()
        .build();
    var deployments = client.apps().deployments().inNamespace(NS);
    deployments.resource(deployment).create();
    deployments.withName("scaled").scale(3);
    assertEquals(3, deployments.withName("scaled").get().getSpec().getReplicas());
  }

  @Test
  void servesACustomResource() throws Exception {
    var text = """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: jars.fabric8.example.com
        spec:
          group: fabric8.example.com
          scope: Namespaced
          names: {kind: Jar, plural: jars}
          versions:
          - name: v1
            served: true
            storage: true
            subresources: {status: {}}
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec: {type: object, properties: {size: {type: integer, maximum: 9}}}
                  status: {type: object, x-kubernetes-preserve-unknown-fields: true}
        """;
    var definitions = client.apiextensions().v1().customResourceDefinitions();
    CustomResourceDefinition definition =
        definitions.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).create();
    definitions.resource(definition).waitUntilCondition(
        live -> live != null && live.getStatus() != null && live.getStatus().getConditions().stream()
            .anyMatch(each -> each.getType().equals("Established") && each.getStatus().equals("True")),
        10, TimeUnit.SECONDS);
    var context = new ResourceDefinitionContext.Builder().withGroup("fabric8.example.com").withVersion("v1")
        .withKind("Jar").withPlural("jars").withNamespaced(true).build();
    var jars = client.genericKubernetesResources(context).inNamespace(NS);
    var jar = new GenericKubernetesResource();
    jar.setApiVersion("fabric8.example.com/v1");
    jar.setKind("Jar");
    jar.setMetadata(map("a", "").getMetadata());
    jar.setAdditionalProperty("spec", Map.of("size", 3));
    jars.resource(jar).create();
    jar.setAdditionalProperty("status", Map.of("full", true));
    assertEquals(Map.of("full", true), jars.resource(jar).updateStatus().getAdditionalProperties().get("status"));
    jar.setAdditionalProperty("spec", Map.of("size", 99));
    assertEquals(422, assertThrows(KubernetesClientException.class, () -> jars.resource(jar).update()).getCode());
    assertEquals(1, jars.list().getItems().size());
  }
}
