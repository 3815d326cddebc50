/**
 * The attributes of users and groups, declared once: discovery, filters, patches and bodies all follow this
 * declaration.
 */

/** An attribute as RFC 7643 describes it; absent properties have their defaults. */
export interface Attribute {
  readonly name: string
  readonly type: "string" | "boolean" | "complex" | "reference" | "dateTime"
  readonly description: string
  readonly multiValued?: true
  readonly required?: true
  readonly caseExact?: true
  readonly mutability?: "readOnly" | "immutable"
  readonly returned?: "always"
  readonly uniqueness?: "server"
  readonly subAttributes?: ReadonlyArray<Attribute>
}

/** A kind of resource. */
export interface ResourceKind {
  readonly name: "User" | "Group"
  readonly endpoint: "/Users" | "/Groups"
  readonly schema: string
  readonly description: string
  /** The attributes of its schema. */
  readonly attributes: ReadonlyArray<Attribute>
}

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: "string",
  description,
  ...more
})

const readOnly = { mutability: "readOnly" } as const
const exact = { caseExact: true } as const

/** The attributes of every resource. */
const common: ReadonlyArray<Attribute> = [
  text("id", "The id that this server gave.", { ...readOnly, ...exact, returned: "always", uniqueness: "server" }),
  text("externalId", "The id that the client gave.", exact),
  {
    name: "meta",
    type: "complex",
    description: "When and where.",
    ...readOnly,
    subAttributes: [
      text("resourceType", "User or Group.", { ...readOnly, ...exact }),
      { name: "created", type: "dateTime", description: "When it came to the organization.", ...readOnly },
      { name: "lastModified", type: "dateTime", description: "When a client last changed it.", ...readOnly },
      { name: "location", type: "reference", description: "Its address.", ...readOnly, ...exact },
      text("version", "Its entity tag.", { ...readOnly, ...exact })
    ]
  }
]

/** The members of an organization. */
export const userKind: ResourceKind = {
  name: "User",
  endpoint: "/Users",
  schema: "urn:ietf:params:scim:schemas:core:2.0:User",
  description: "A member of the organization.",
  attributes: [
    text("userName", "What identifies the user for the client, often an e-mail address.", {
      required: true,
      uniqueness: "server"
    }),
    {
      name: "name",
      type: "complex",
      description: "The parts of the name.",
      subAttributes: [
        text("formatted", "The whole name."),
        text("familyName", "The family name."),
        text("givenName", "The given name."),
        text("middleName", "The middle names."),
        text("honorificPrefix", "What stands before the name."),
        text("honorificSuffix", "What stands after the name.")
      ]
    },
    text("displayName", "The name that others see."),
    text("title", "The title in the company."),
    { name: "active", type: "boolean", description: "Whether the member may use the organization." },
    {
      name: "emails",
      type: "complex",
      multiValued: true,
      description: "E-mail addresses.",
      subAttributes: [
        text("value", "The address."),
        text("display", "How it is shown."),
        text("type", "What it is for, such as `work`."),
        { name: "primary", type: "boolean", description: "Whether it is the preferred one." }
      ]
    },
    {
      name: "groups",
      type: "complex",
      multiValued: true,
      description: "The groups that the user is in.",
      ...readOnly,
      subAttributes: [
        text("value", "The id of the group.", { ...readOnly, ...exact }),
        { name: "$ref", type: "reference", description: "The address of the group.", ...readOnly, ...exact },
        text("display", "The name of the group.", readOnly),
        text("type", "Always `direct`.", readOnly)
      ]
    }
  ]
}

/** The teams of an organization. */
export const groupKind: ResourceKind = {
  name: "Group",
  endpoint: "/Groups",
  schema: "urn:ietf:params:scim:schemas:core:2.0:Group",
  description: "A team of the organization.",
  attributes: [
    text("displayName", "The name of the team, 1 to 64 characters.", { required: true }),
    {
      name: "members",
      type: "complex",
      multiValued: true,
      description: "The users in the team.",
      subAttributes: [
        text("value", "The id of the user.", { ...exact, mutability: "immutable" }),
        { name: "$ref", type: "reference", description: "The address of the user.", ...exact, mutability: "immutable" },
        text("type", "Always `User`.", { mutability: "immutable" })
      ]
    }
  ]
}

/** Both kinds. */
export const kinds: ReadonlyArray<ResourceKind> = [userKind, groupKind]

/** All attributes of a kind, including the common ones. */
export const attributesOf = ({ attributes }: ResourceKind): ReadonlyArray<Attribute> => [...common, ...attributes]

/** The attribute with a name, whatever its case. */
export const attributeNamed = (attributes: ReadonlyArray<Attribute>, name: string): Attribute | undefined => {
  const wanted = name.toLowerCase()
  return attributes.find((each) => each.name.toLowerCase() === wanted)
}

/** A name without the URN prefix of its schema, which is optional. */
export const withoutSchema = ({ schema }: ResourceKind, name: string): string =>
  name.toLowerCase().startsWith(`${schema.toLowerCase()}:`) ? name.slice(schema.length + 1) : name
