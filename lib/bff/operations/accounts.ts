import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import {
  account,
  accountCreate,
  accounts,
  accountUpdate,
  accountWithPassword,
  passwordChange,
  passwordProof,
  signIns,
  signInsQuery,
} from "../accounts.ts";

const accountId = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });

export const accountOperations = defineOperations("Apps", {
  listAccounts: {
    method: "GET",
    path: "/accounts",
    summary: "List accounts, by name",
    answers: { 200: { kind: "json", schema: accounts } },
  },
  createAccount: {
    method: "POST",
    path: "/accounts",
    summary: "Create an account; only this answer has its one-time password",
    body: { kind: "json", schema: accountCreate, required: true },
    answers: { 201: { kind: "json", schema: accountWithPassword } },
    errors: [400, 409],
  },
  updateAccount: {
    method: "PATCH",
    path: "/accounts/{id}",
    summary: "Change an account's role, or disable or enable it",
    params: accountId,
    body: { kind: "json", schema: accountUpdate, required: true },
    answers: { 200: { kind: "json", schema: account } },
    errors: [400, 404, 409],
  },
  resetAccount: {
    method: "POST",
    path: "/accounts/{id}/reset",
    summary: "Replace an account's password with a one-time password, which only this answer has",
    params: accountId,
    answers: { 200: { kind: "json", schema: accountWithPassword } },
    errors: [404, 409],
  },
  proveIdentity: {
    method: "POST",
    path: "/session/proof",
    summary: "Confirm your password, as operations that need a recent proof of identity require",
    body: { kind: "json", schema: passwordProof, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400, 409, 429],
  },
  listSignIns: {
    method: "GET",
    path: "/sign_ins",
    summary: "List your active sign-ins; admins may list everyone's",
    query: signInsQuery,
    answers: { 200: { kind: "json", schema: signIns } },
    errors: [400, 403],
  },
  endSignIn: {
    method: "DELETE",
    path: "/sign_ins/{id}",
    summary: "End one of your sign-ins at once; admins may end anyone's",
    params: accountId,
    answers: { 204: { kind: "empty" } },
    errors: [404],
  },
  endOtherSignIns: {
    method: "DELETE",
    path: "/sign_ins",
    summary: "End all your other sign-ins at once",
    answers: { 204: { kind: "empty" } },
  },
  changePassword: {
    method: "PUT",
    path: "/session/password",
    summary: "Change your password and end your other sign-ins",
    body: { kind: "json", schema: passwordChange, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400, 409, 429],
  },
});
