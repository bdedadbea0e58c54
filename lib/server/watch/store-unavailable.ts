// A write of the recorder that the store did not take, so that whoever reads its state can tell it from the API's faults.

/** Nothing was written; `cause` is what the store said. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";

  constructor(cause: unknown) {
    super("The store did not take what was recorded.", { cause });
  }
}

/** Its code, among those of the upstream's failures. */
export const storeUnavailable = "store_unavailable";
