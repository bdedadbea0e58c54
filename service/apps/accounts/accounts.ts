import { defineApp } from "../app.ts";
import { login, loginThatReadsFaults } from "./login.ts";
import { saveSession, saveSessionWithCart } from "./save-session.ts";

export const accountsV1 = defineApp({
  name: "accounts",
  version: "v1",
  actions: { login, "save-session": saveSession },
});

export const accountsV2 = defineApp({
  name: "accounts",
  version: "v2",
  actions: { login: loginThatReadsFaults, "save-session": saveSessionWithCart },
});
