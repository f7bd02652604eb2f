export type AdmissionOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
