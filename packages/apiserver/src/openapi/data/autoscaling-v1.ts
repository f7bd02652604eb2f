/** See the README beside this file. */
export const autoscalingV1: Readonly<Record<string, string>> = {
  Scale: "How many replicas something has and should have.",
  "Scale/spec": "How many are wanted.",
  "Scale/status": "How many there are. Only the server changes it.",
  ScaleSpec: "How many replicas are wanted.",
  "ScaleSpec/replicas": "The wanted number of replicas.",
  ScaleStatus: "How many replicas there are.",
  "ScaleStatus/replicas": "The number of replicas seen last.",
  "ScaleStatus/selector": "A label selector, as text, that finds the replicas.",
};
