import type { PackageText } from "../package-text.ts";

/** See the README beside this file. */
export const eventsV1: PackageText = {
  path: "events/v1",
  group: "events.k8s.io",
  version: "v1",
  prefix: "io.k8s.api.events.v1.",
  resources: `[
{"plural":"events","singular":"event","kind":"Event","shortNames":["ev"],"createOnUpdate":true,"columns":[["Last Seen","string"],["Type","string"],["Reason","string"],["Object","string"],["Subobject","string","",1],["Source","string","",1],["Message","string"],["First Seen","string","",1],["Count","string","",1],["Name","string","name",1]]}
]`,
  types: `{
"Event":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ObjectMeta;keep","eventTime":"microTime;keep;required","series":"*EventSeries","reportingController":"string","reportingInstance":"string","action":"string","reason":"string","regarding":"core/v1.ObjectReference","related":"*core/v1.ObjectReference","note":"string","type":"string","deprecatedSource":"core/v1.EventSource","deprecatedFirstTimestamp":"time","deprecatedLastTimestamp":"time","deprecatedCount":"int32"},
"EventList":{"apiVersion":"string","kind":"string","metadata":"meta/v1.ListMeta","items":"[]Event;keep;required"},
"EventSeries":{"count":"int32;keep;required","lastObservedTime":"microTime;keep;required"}
}`,
  kinds: "Event EventList",
  messages: `
Event metadata=1:meta.ObjectMeta eventTime=2:MicroTime! series=3:*EventSeries reportingController=4:string reportingInstance=5:string action=6:string reason=7:string regarding=8:core.ObjectReference related=9:*core.ObjectReference note=10:string type=11:string deprecatedSource=12:core.EventSource deprecatedFirstTimestamp=13:Time! deprecatedLastTimestamp=14:Time! deprecatedCount=15:int32
EventList metadata=1:meta.ListMeta items=2:[]Event!
EventSeries count=1:int32! lastObservedTime=2:MicroTime!
`,
};
