// The accounts of the shop. Each has one fixed behaviour of real shops.

export interface ShopAccount {
  name: string;
  fullName: string;
  password: string;
  address: string;
  /** The delay of the address service for this account. */
  addressDelayMs: number;
  /** The sign-in stops at a page that requires a code. */
  secondFactor: boolean;
  /** The sign-in is refused although the password is right. */
  locked: boolean;
}

const ordinary = { addressDelayMs: 150, secondFactor: false, locked: false };

const accounts: readonly ShopAccount[] = [
  {
    name: "ada",
    fullName: "Ada Lovell",
    password: "difference-engine",
    address: "4 St James's Square, London",
    ...ordinary,
  },
  {
    name: "emil",
    fullName: "Emil Berg",
    password: "blue-telephone",
    address: "Lindengasse 12, Vienna",
    ...ordinary,
  },
  {
    name: "grace",
    fullName: "Grace Hopkins",
    password: "nanosecond-wire",
    address: "19 Harbour Street, Arlington",
    ...ordinary,
    addressDelayMs: 30_000,
  },
  {
    name: "linus",
    fullName: "Linus Palm",
    password: "penguin-parade",
    address: "Bulevardi 3, Helsinki",
    ...ordinary,
    secondFactor: true,
  },
  {
    name: "margaret",
    fullName: "Margaret Hale",
    password: "guidance-computer",
    address: "77 Mill Lane, Boston",
    ...ordinary,
    locked: true,
  },
];

export const accountByName = (name: string): ShopAccount | undefined =>
  accounts.find((account) => account.name === name);
