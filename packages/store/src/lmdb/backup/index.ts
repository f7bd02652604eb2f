export { type BackupEntry, BackupWriter } from "./backup-file.ts";
export { type RestoreReport, restoreBackup, restoredRevisionGap } from "./restore-backup.ts";
export { type VerifyReport, verifyStore } from "./verify-store.ts";
export { type BackupReport, writeBackup } from "./write-backup.ts";
