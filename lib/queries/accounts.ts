import { mutationOptions } from "@tanstack/react-query";
import type { AccountCreate, AccountUpdate, PasswordChange } from "../bff/accounts.ts";
import { accountOperations } from "../bff/operations/accounts.ts";
import { bff } from "./bff.ts";
import { oneQuery } from "./operation-query.ts";

const all = ["accounts"] as const;

export const accountQueries = {
  list: () => oneQuery(all, accountOperations.listAccounts, {}),
} as const;

export const proofMutations = {
  /** Gives the password again. */
  password: () =>
    mutationOptions({
      mutationFn: (password: string) => bff.act(accountOperations.proveIdentity, { body: { password } }),
      gcTime: 0,
    }),
} as const;

const signIns = ["sign-ins"] as const;

export const signInQueries = {
  /** Sign-ins in use; those of everyone are for admins. */
  list: (of: "me" | "everyone") => oneQuery(signIns, accountOperations.listSignIns, { query: { of } }),
} as const;

export const signInMutations = {
  end: () =>
    mutationOptions({
      mutationFn: (id: string) => bff.act(accountOperations.endSignIn, { params: { id } }),
      meta: { invalidates: signIns },
    }),
  endOthers: () =>
    mutationOptions({
      mutationFn: () => bff.act(accountOperations.endOtherSignIns, {}),
      meta: { invalidates: signIns },
    }),
} as const;

export const accountMutations = {
  create: () =>
    mutationOptions({
      mutationFn: (body: AccountCreate) => bff.act(accountOperations.createAccount, { body }),
      // The response contains the password, which must not be cached.
      gcTime: 0,
      meta: { invalidates: all },
    }),
  update: () =>
    mutationOptions({
      mutationFn: ({ id, reason, ...body }: AccountUpdate & { id: string; reason: string }) =>
        bff.act(accountOperations.updateAccount, { params: { id }, body }, { reason }),
      meta: { invalidates: all },
    }),
  reset: () =>
    mutationOptions({
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        bff.act(accountOperations.resetAccount, { params: { id } }, { reason }),
      gcTime: 0,
      meta: { invalidates: all },
    }),
  changePassword: () =>
    mutationOptions({
      mutationFn: (body: PasswordChange) => bff.act(accountOperations.changePassword, { body }),
      gcTime: 0,
    }),
} as const;
