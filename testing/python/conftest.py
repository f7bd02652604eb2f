pytest_plugins = ["kiln_testing"]
