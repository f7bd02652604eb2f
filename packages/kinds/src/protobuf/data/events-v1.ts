/** See the README beside this file. */
export const eventsV1 = `
Event metadata=1:meta.ObjectMeta eventTime=2:MicroTime! series=3:*EventSeries reportingController=4:string reportingInstance=5:string action=6:string reason=7:string regarding=8:core.ObjectReference related=9:*core.ObjectReference note=10:string type=11:string deprecatedSource=12:core.EventSource deprecatedFirstTimestamp=13:Time! deprecatedLastTimestamp=14:Time! deprecatedCount=15:int32
EventList metadata=1:meta.ListMeta items=2:[]Event!
EventSeries count=1:int32! lastObservedTime=2:MicroTime!
`;
