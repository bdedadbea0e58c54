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
    summary: "Who may sign in, by name",
    answers: { 200: { kind: "json", schema: accounts } },
  },
  createAccount: {
    method: "POST",
    path: "/accounts",
    summary: "Invite someone; the one-time password is in this answer alone",
    body: { kind: "json", schema: accountCreate, required: true },
    answers: { 201: { kind: "json", schema: accountWithPassword } },
    errors: [400, 409],
  },
  updateAccount: {
    method: "PATCH",
    path: "/accounts/{id}",
    summary: "Change an account's role, disable or enable it",
    params: accountId,
    body: { kind: "json", schema: accountUpdate, required: true },
    answers: { 200: { kind: "json", schema: account } },
    errors: [400, 404, 409],
  },
  resetAccount: {
    method: "POST",
    path: "/accounts/{id}/reset",
    summary: "Replace a password by a one-time password, which is in this answer alone",
    params: accountId,
    answers: { 200: { kind: "json", schema: accountWithPassword } },
    errors: [404, 409],
  },
  proveIdentity: {
    method: "POST",
    path: "/session/proof",
    summary: "Give the password again, which what needs a recent proof asks for",
    body: { kind: "json", schema: passwordProof, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400, 409, 429],
  },
  listSignIns: {
    method: "GET",
    path: "/sign_ins",
    summary: "Sign-ins that are in use, one's own or everyone's; those of everyone are for admins",
    query: signInsQuery,
    answers: { 200: { kind: "json", schema: signIns } },
    errors: [400, 403],
  },
  endSignIn: {
    method: "DELETE",
    path: "/sign_ins/{id}",
    summary: "End a sign-in at once; those of others are for admins",
    params: accountId,
    answers: { 204: { kind: "empty" } },
    errors: [404],
  },
  endOtherSignIns: {
    method: "DELETE",
    path: "/sign_ins",
    summary: "End all of one's own sign-ins but this one, at once",
    answers: { 204: { kind: "empty" } },
  },
  changePassword: {
    method: "PUT",
    path: "/session/password",
    summary: "Change one's own password; all other sign-ins of the account end",
    body: { kind: "json", schema: passwordChange, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400, 409, 429],
  },
});
