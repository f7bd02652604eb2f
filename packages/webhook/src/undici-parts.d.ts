// Parts of undici that are imported alone: its index loads all of fetch, which a call of a webhook does not need.

declare module "undici/lib/dispatcher/client.js" {
  import { Client } from "undici";
  export = Client;
}

declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici";
  export = buildConnector;
}
