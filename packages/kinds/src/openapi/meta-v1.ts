/** Descriptions of meta/v1. The README beside this file explains the format. */
export const metaV1 = `
ObjectMeta: Metadata of an object: its identity, labels, annotations, owners and the fields the server maintains.
  annotations: Arbitrary keys and values that tools store with the object. Not usable in selectors. At most 256 KiB in all.
  creationTimestamp: CreationTimestamp is a timestamp of the creation of the object, in UTC. Set by the server and read-only.
  deletionGracePeriodSeconds: Seconds between deletionTimestamp being set and the removal of the object. Set by the server and may only be shortened.
  deletionTimestamp: Time at which the object is to be removed, set by the server when a deletion is requested. The object stays until finalizers is empty.
  finalizers: Names of controllers that must finish their cleanup before the object is removed. New entries are rejected once deletionTimestamp is set.
  generateName: Prefix from which the server generates a name if name is empty. A random suffix is appended; a collision is retried.
  generation: Number that the server increments with every change of the desired state. Compare it with status.observedGeneration.
  labels: Keys and values by which selectors find the object. Values have at most 63 characters.
  managedFields: Field managers of the object and the fields each one owns. Maintained by the server for server-side apply.
  name: Name of the object, unique among objects of its kind in the namespace. Cannot be changed.
  namespace: Namespace of the object. Empty for cluster-scoped kinds. Cannot be changed.
  ownerReferences: Objects this object depends on. When all owners are gone, the garbage collector deletes the object. At most one may be the controller.
  resourceVersion: Opaque version of the object that changes with every write. Send it with an update to detect conflicts, and start a watch from it. Compare it for equality only.
  selfLink: Deprecated. Always empty.
  uid: Unique ID of the object, never reused. Set by the server and read-only.
OwnerReference: A reference to an owner, which must be in the same namespace or cluster-scoped.
  apiVersion: API version of the owner.
  blockOwnerDeletion: Whether foreground deletion of the owner waits for this object. Setting it needs permission to update finalizers of the owner. Defaults to false.
  controller: Whether this owner is the managing controller of the object. True for at most one.
  kind: Kind of the owner.
  name: Name of the owner.
  uid: UID of the owner.
ManagedFieldsEntry: Fields that one field manager owns.
  apiVersion: API version in which the fields are named.
  fieldsType: Format of the field set: FieldsV1.
  fieldsV1: Set of owned fields.
  manager: Name of the field manager.
  operation: Apply for server-side apply, Update for every other write.
  subresource: Subresource through which the fields were written. Empty for the main resource.
  time: Time at which the entry was added or its set of fields last changed.
FieldsV1: Set of fields as a tree: f:NAME is a field, k:{KEYS} an item of a keyed list, v:VALUE an item of a set, i:INDEX an item by index, and "." the element itself.
ListMeta: Metadata of a list.
  continue: Token for the next page. Empty on the last page. Valid for a limited time; an expired token returns 410.
  remainingItemCount: Number of further objects, if known. Not given for lists with selectors.
  resourceVersion: Revision that the list reflects. Start a watch from it to miss no event.
  selfLink: Deprecated. Always empty.
  shardInfo: Shard of the collection that the list covers, if one was requested.
ShardInfo: Shard of a collection.
  selector: Shard selector of the request.
LabelSelector: Selects objects by label. matchLabels and matchExpressions must all hold; an empty selector matches everything.
  matchLabels: Labels an object must have, with these values.
  matchExpressions: Requirements on labels.
LabelSelectorRequirement: A requirement on a label.
  key: Key of the label that the requirement is about.
  operator: In, NotIn, Exists or DoesNotExist.
  values: Values for In and NotIn, at least one; empty otherwise.
FieldSelectorRequirement: A requirement on a field.
  key: Path of the field.
  operator: In, NotIn, Exists or DoesNotExist.
  values: Values for In and NotIn, at least one; empty otherwise.
Condition: One aspect of the observed state of an object.
  type: Type of the condition in CamelCase, optionally with a domain prefix. At most 316 characters.
  status: True, False or Unknown.
  observedGeneration: metadata.generation that the condition reflects. The condition is out of date if it is lower than the current one.
  lastTransitionTime: Time at which status last changed.
  reason: CamelCase reason of the last transition. Required, at most 1,024 characters.
  message: Human-readable detail of the last transition. May be empty, at most 32,768 characters.
APIGroup: An API group with its versions.
  name: Name of the group.
  preferredVersion: Version that the server prefers.
  serverAddressByClientCIDRs: Addresses of the server by networks of clients. A client uses the longest network that it is in.
  versions: Served versions, best first.
APIGroupList: All API groups of a server.
  groups: The groups.
APIVersions: Versions of the core group.
  serverAddressByClientCIDRs: Addresses of the server by networks of clients. A client uses the longest network that it is in.
  versions: Served versions.
GroupVersionForDiscovery: A version of a group.
  groupVersion: Group and version, such as apps/v1.
  version: Version without the group.
ServerAddressByClientCIDR: Address of the server for clients of a network.
  clientCIDR: Network of the clients.
  serverAddress: Host name or IP address, optionally with a port.
APIResource: A resource as listed by discovery.
  categories: Groups of resources this one belongs to, such as "all".
  group: API group of the kind, if it differs from that of the list.
  kind: Kind of the objects.
  name: Plural name, with a slash and the subresource where it is one.
  namespaced: Whether objects are in namespaces.
  shortNames: Abbreviations for the command line.
  singularName: Singular name for the command line.
  storageVersionHash: Hash that changes with the storage version. Compare it for equality only.
  verbs: Supported verbs: get, list, watch, create, update, patch, delete, deletecollection and others.
  version: API version of the kind, if it differs from that of the list.
APIResourceList: Resources of one group version.
  groupVersion: Group and version of the resources, such as apps/v1.
  resources: Resources of the group version.
DeleteOptions: Options of a delete request.
  dryRun: ["All"] runs every step but stores nothing.
  gracePeriodSeconds: Seconds until the object is removed. 0 removes it at once. Defaults to a value of the kind.
  ignoreStoreReadErrorWithClusterBreakingPotential: Whether an object that cannot be read from storage is removed all the same, without finalizers or owners being considered. Unsafe.
  orphanDependents: Deprecated: use propagationPolicy. Whether dependents are kept.
  preconditions: Conditions that must hold; otherwise the request fails with 409.
  propagationPolicy: Fate of dependents: Orphan keeps them, Background deletes them after the owner, Foreground before it.
Preconditions: Conditions that an object must meet for an operation.
  resourceVersion: resourceVersion the object must have.
  uid: UID the object must have.
Patch: A change of an object. The content type of the request gives its format.
Status: Outcome of a request that returns no object.
  code: HTTP status code.
  details: Structured details of the error.
  message: Human-readable description of the outcome.
  metadata: List metadata.
  reason: Machine-readable reason of a failure, such as NotFound.
  status: Success or Failure.
StatusCause: One cause of a failure.
  field: Field that caused it, such as spec.replicas or items[0].name.
  message: Human-readable description of the cause.
  reason: Machine-readable reason, such as FieldValueRequired.
StatusDetails: Details of a failure.
  causes: All causes of the failure, such as each invalid field.
  group: API group of the object.
  kind: Kind or resource of the object.
  name: Name of the object.
  retryAfterSeconds: Seconds after which the request can be retried.
  uid: UID of the object.
Time: Time in RFC 3339 format, to the second.
MicroTime: Time in RFC 3339 format, to the microsecond.
WatchEvent: An event of a watch.
  object: For ADDED and MODIFIED the object, for DELETED its last state, for BOOKMARK an object with only a resourceVersion, for ERROR usually a Status.
GroupResource: A group and a resource.
  group: API group. Empty for the core group.
  resource: Resource, in the plural.
WatchEvent:
  type: ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.
`;
