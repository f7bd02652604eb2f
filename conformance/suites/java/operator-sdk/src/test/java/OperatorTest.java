import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An operator that keeps a ConfigMap for each custom resource: KUBECONFIG names the server. */
class OperatorTest {
  static final String NS = "default";

  public static class LabelSpec {
    public String text;
  }

  public static class LabelStatus {
    public String printed;
  }

  @Group("operators.example.com")
  @Version("v1")
  public static class Label extends CustomResource<LabelSpec, LabelStatus> implements Namespaced {}

  @ControllerConfiguration
  public static class LabelReconciler implements Reconciler<Label>, Cleaner<Label> {
    @Override
    public List<EventSource<?, Label>> prepareEventSources(EventSourceContext<Label> context) {
      var source = InformerEventSourceConfiguration.from(ConfigMap.class, Label.class).build();
      return List.of(new InformerEventSource<>(source, context));
    }

    @Override
    public UpdateControl<Label> reconcile(Label label, Context<Label> context) {
      var map = new ConfigMapBuilder()
          .withNewMetadata().withName(label.getMetadata().getName()).withNamespace(NS).endMetadata()
          .withData(Map.of("text", label.getSpec().text)).build();
      map.addOwnerReference(label);
      context.getClient().resource(map).fieldManager("labels").forceConflicts().serverSideApply();
      label.setStatus(new LabelStatus());
      label.getStatus().printed = label.getSpec().text;
      return UpdateControl.patchStatus(label);
    }

    @Override
    public DeleteControl cleanup(Label label, Context<Label> context) {
      var log = new ConfigMapBuilder().withNewMetadata().withName("cleaned").withNamespace(NS).endMetadata().build();
      context.getClient().resource(log).serverSideApply();
      return DeleteControl.defaultDelete();
    }
  }

  static KubernetesClient client;
  static Operator operator;

  @BeforeAll
  static void start() {
    client = new KubernetesClientBuilder().build();
    var text = """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: labels.operators.example.com}
        spec:
          group: operators.example.com
          scope: Namespaced
          names: {kind: Label, plural: labels}
          versions:
          - name: v1
            served: true
            storage: true
            subresources: {status: {}}
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec: {type: object, properties: {text: {type: string}}}
                  status: {type: object, properties: {printed: {type: string}}}
        """;
    var definitions = client.apiextensions().v1().customResourceDefinitions();
    var definition = definitions.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).create();
    definitions.resource(definition).waitUntilCondition(
        live -> live != null && live.getStatus() != null && live.getStatus().getConditions() != null
            && live.getStatus().getConditions().stream()
                .anyMatch(each -> each.getType().equals("Established") && each.getStatus().equals("True")),
        10, TimeUnit.SECONDS);
    operator = new Operator(overrider -> overrider.withKubernetesClient(client).withCloseClientOnStop(false));
    operator.register(new LabelReconciler());
    operator.start();
  }

  @AfterAll
  static void stop() {
    operator.stop();
    client.close();
  }

  static Label label(String name, String text) {
    var label = new Label();
    label.getMetadata().setName(name);
    label.setSpec(new LabelSpec());
    label.getSpec().text = text;
    return label;
  }

  static String textOf(String name) {
    var map = client.configMaps().inNamespace(NS).withName(name).get();
    return map == null || map.getData() == null ? null : map.getData().get("text");
  }

  static void waitForText(String name, String text) {
    client.configMaps().inNamespace(NS).withName(name)
        .waitUntilCondition(map -> map != null && text.equals(map.getData().get("text")), 20, TimeUnit.SECONDS);
  }

  @Test
  void reconcilesCreatesAndChanges() {
    var labels = client.resources(Label.class).inNamespace(NS);
    labels.resource(label("kept", "one")).create();
    waitForText("kept", "one");
    labels.withName("kept").waitUntilCondition(
        live -> live.getStatus() != null && "one".equals(live.getStatus().printed), 20, TimeUnit.SECONDS);
    labels.withName("kept").edit(live -> {
      live.getSpec().text = "two";
      return live;
    });
    waitForText("kept", "two");
    assertEquals("two", textOf("kept"));
  }

  @Test
  void restoresWhatOthersChange() {
    client.resources(Label.class).inNamespace(NS).resource(label("restored", "mine")).create();
    waitForText("restored", "mine");
    client.configMaps().inNamespace(NS).withName("restored").edit(map -> new ConfigMapBuilder(map).addToData("text", "theirs").build());
    waitForText("restored", "mine");
  }

  @Test
  void cleansUpBehindItsFinalizer() {
    var labels = client.resources(Label.class).inNamespace(NS);
    labels.resource(label("gone", "text")).create();
    waitForText("gone", "text");
    labels.withName("gone").delete();
    labels.withName("gone").waitUntilCondition(live -> live == null, 20, TimeUnit.SECONDS);
    assertNotNull(client.configMaps().inNamespace(NS).withName("cleaned").get());
    client.configMaps().inNamespace(NS).withName("gone").waitUntilCondition(map -> map == null, 20, TimeUnit.SECONDS);
  }
}
