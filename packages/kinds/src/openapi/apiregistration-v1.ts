/** Descriptions of apiregistration.k8s.io/v1. The README beside this file explains the format. */
export const apiregistrationV1 = `
APIService: An API group version and the server that serves it. Its name is VERSION.GROUP.
  spec: Group version and server.
  status: Observed state, with the condition Available.
APIServiceList: A list of APIServices.
APIServiceSpec: An API group version and the server that serves it.
  service: Service of the extension API server. The group version is served by this server itself if unset.
  group: API group that the extension API server serves, such as metrics.k8s.io.
  version: Version of the API group, such as v1beta1.
  insecureSkipTLSVerify: Whether the certificate of the extension API server is not verified. Excludes caBundle. Avoid it.
  caBundle: PEM certificates that verify the extension API server. Defaults to the roots of this server's machine.
  groupPriorityMinimum: Priority of the group in discovery, 1 to 20000; higher comes first. The highest of the group's versions counts.
  versionPriority: Priority of the version within its group, 1 to 1000; higher comes first. Versions of equal priority are ordered by name, v2 before v1 before v1beta1.
APIServiceStatus: Observed state of an APIService.
APIServiceCondition: A condition of an APIService.
  type: Type of the condition: Available.
  status: True, False or Unknown.
ServiceReference: A Service of an extension API server.
  namespace: Namespace of the Service.
  name: Name of the Service.
  port: Port of the Service, 1 to 65535. Defaults to 443.
`;
