/** Descriptions of events.k8s.io/v1. The README beside this file explains the format. */
export const eventsV1 = `
Event: A report of something that happened to an object. Events expire, by default after an hour.
  eventTime: Time of the first occurrence. Required.
  series: Repeated occurrences. Unset for a single one.
  reportingController: Controller that reports the event, such as kubernetes.io/kubelet. Required, a qualified name.
  reportingInstance: Instance of the controller, such as kubelet-xyzf. Required, at most 128 characters.
  action: What the controller did. Required, at most 128 characters.
  reason: Why the action was taken, in CamelCase. At most 128 characters.
  regarding: Object that the event is about.
  related: A second object, if the action concerns two.
  note: Human-readable description, at most 1 kB.
  type: Normal or Warning.
  deprecatedSource: Component of an event of the core API.
  deprecatedFirstTimestamp: First occurrence of an event of the core API.
  deprecatedLastTimestamp: Last occurrence of an event of the core API.
  deprecatedCount: Number of occurrences of an event of the core API.
EventList: A list of Events.
EventSeries: Repeated occurrences of an event.
  count: Number of occurrences, at least 2.
  lastObservedTime: Time of the last occurrence.
`;
