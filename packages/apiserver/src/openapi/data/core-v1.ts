/** See the README beside this file. */
export const coreV1: Readonly<Record<string, string>> = {
  ConfigMap: "Configuration for whoever reads it, by key.",
  "ConfigMap/binaryData":
    'Values that are not text, in base64. A key may stand here or in data, not in both. Keys consist of letters, digits, "-", "_" and ".".',
  "ConfigMap/data":
    'Values that are UTF-8 text. A key may stand here or in binaryData, not in both. Keys consist of letters, digits, "-", "_" and ".".',
  "ConfigMap/immutable": "If true, the data can no longer be changed, and neither can this field; only metadata can.",
  ConfigMapList: "A list of ConfigMaps.",
  Namespace: "A room for names: objects of most kinds live in one, and are deleted with it.",
  "Namespace/spec": "What is wanted of the namespace.",
  "Namespace/status": "Where in its life the namespace is.",
  NamespaceCondition: "One thing that is known about the state of a namespace.",
  "NamespaceCondition/lastTransitionTime": "When the status of this condition last changed.",
  "NamespaceCondition/message": "The reason for a person.",
  "NamespaceCondition/reason": "The reason for a program: one word in CamelCase.",
  "NamespaceCondition/status": "True, False or Unknown.",
  "NamespaceCondition/type": "What the condition is about.",
  NamespaceList: "A list of namespaces.",
  NamespaceSpec: "What is wanted of a namespace.",
  "NamespaceSpec/finalizers":
    "Who must be done before the namespace can go. The server removes its own entry when the namespace is empty.",
  NamespaceStatus: "Where in its life a namespace is.",
  "NamespaceStatus/conditions": "What is known about the state of the namespace, mostly while it is being deleted.",
  "NamespaceStatus/phase": "Active, or Terminating while it is being emptied and deleted.",
  Secret: "Values that are not for everybody, by key: passwords, tokens, keys. They are not encrypted by being here.",
  "Secret/data": 'The values, in base64. Keys consist of letters, digits, "-", "_" and ".".',
  "Secret/immutable": "If true, the data can no longer be changed, and neither can this field; only metadata can.",
  "Secret/stringData":
    "Values as plain text, for writing only: each is encoded and put into data, over what is there, and never shown here.",
  "Secret/type": "What kind of secret this is, which decides the keys it must have. It cannot be changed.",
  SecretList: "A list of Secrets.",
};
