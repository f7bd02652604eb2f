import { type JsonObject, setOwn, type User } from "@kiln/api";

/** A user in the form of UserInfo in reviews. */
export function userInfo({ name: username, uid, groups, extra = {} }: User): JsonObject {
  const extras: JsonObject = {};
  for (const [key, values] of Object.entries(extra)) {
    setOwn(extras, key, [...values]);
  }
  return {
    username,
    ...(uid ? { uid } : {}),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(Object.keys(extras).length === 0 ? {} : { extra: extras }),
  };
}
