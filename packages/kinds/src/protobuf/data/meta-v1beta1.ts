/** See the README beside this file. */
export const metaV1beta1 = `
PartialObjectMetadata metadata=1:meta.ObjectMeta
PartialObjectMetadataList metadata=2:meta.ListMeta items=1:[]meta.PartialObjectMetadata!
`;
