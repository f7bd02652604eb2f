import { KEY_HEADER, PROBLEM_HEADER, type Problem, SESSION_PATH } from "../proxy/names.ts";

/** Cluster of the kubeconfig. */
export interface ClusterInfo {
  readonly server: string;
  readonly context?: string;
  readonly namespace: string;
}

export interface OpenSession {
  readonly key: string;
  readonly cluster: ClusterInfo;
}

/** An error of the console itself; its message has the next step. */
export class ConsoleError extends Error {
  override readonly name = "ConsoleError";
  readonly problem: Problem;

  constructor(problem: Problem, message: string) {
    super(message);
    this.problem = problem;
  }
}

const KEPT_KEY = "kiln-console-key";

export interface SessionHost {
  readonly fetch: typeof fetch;
  readonly location: { readonly hash: string };
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  /** Removes the token from the address and the history. */
  readonly forgetToken: () => void;
}

/** Opens a session with the token in the address, or continues the session of this browser. */
export async function openSession(host: SessionHost): Promise<OpenSession> {
  const token = /^#token=([\w-]+)$/.exec(host.location.hash)?.[1];
  if (token !== undefined) {
    host.forgetToken();
    const response = await host.fetch(SESSION_PATH, { method: "POST", body: token });
    const live = response.ok ? undefined : await continueSession(host).catch(() => undefined);
    if (live !== undefined) {
      return live;
    }
    await throwProblem(response);
    host.storage.setItem(KEPT_KEY, String((await response.json()).key));
  }
  return continueSession(host);
}

async function continueSession({ fetch, storage }: SessionHost): Promise<OpenSession> {
  const key = storage.getItem(KEPT_KEY) ?? "";
  const response = await fetch(SESSION_PATH, { headers: { [KEY_HEADER]: key } });
  await throwProblem(response);
  return { key, cluster: await response.json() };
}

/** Throws a {@link ConsoleError} for an error response of the console itself. */
export async function throwProblem(response: Response): Promise<void> {
  const problem = response.headers.get(PROBLEM_HEADER);
  if (problem !== null) {
    throw new ConsoleError(problem as Problem, (await response.text()).trim());
  }
}
