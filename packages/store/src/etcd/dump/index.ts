export { type EtcdPage, type EtcdPlace, type EtcdReader, openEtcdReader } from "./etcd-reader.ts";
export { type EtcdDump, type EtcdPair, isEtcdDirectory, readEtcdFile } from "./read-etcd-file.ts";
