import { type CountingProxy, type ProxyOptions, startCountingProxy } from "../proxy/counting-proxy.ts";
import { answerParent } from "./child.ts";

let proxy: CountingProxy | undefined;

const answers = {
  async start(options: ProxyOptions): Promise<number> {
    proxy = await startCountingProxy(options);
    return proxy.port;
  },
  read: (_: undefined) => proxy?.read(),
};

export type ProxyAnswers = typeof answers;

answerParent(answers);
