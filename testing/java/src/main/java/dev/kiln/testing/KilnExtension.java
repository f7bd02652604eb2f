package dev.kiln.testing;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives every test a cluster of its own, as a parameter of type {@link Fork}, and deletes it afterwards. A parameter of type
 * {@link KilnServer} is the one server of the test process; set up its base cluster in a {@code @BeforeAll} method.
 */
public final class KilnExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(KilnExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    var type = parameter.getParameter().getType();
    return type == KilnServer.class || (type == Fork.class && context.getTestMethod().isPresent());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (parameter.getParameter().getType() == KilnServer.class) {
      return KilnServer.shared();
    }
    return context.getStore(NAMESPACE).getOrComputeIfAbsent(Fork.class, key -> KilnServer.shared().fork());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    var fork = context.getStore(NAMESPACE).remove(Fork.class, Fork.class);
    if (fork != null) {
      fork.close();
    }
  }
}
