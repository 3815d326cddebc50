/** What the server answered: written by `npm run openapi`, compared with the server by a test. */
import type { Recorded } from "./Examples.js"

/** The examples of the document. */
export const recorded: Recorded = {
  "operations": {
    "listApiTokens": {
      "path": "/v1/user/tokens",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "object": "api-token",
            "id": "06g4xr9s0g0000000000000002",
            "label": "test",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "scopes": [
              "read",
              "write",
              "admin"
            ]
          },
          {
            "object": "api-token",
            "id": "06g4xr9s0g000000000000000a",
            "label": "Laptop",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "scopes": [
              "read",
              "write",
              "admin"
            ]
          },
          {
            "object": "api-token",
            "id": "06g4xr9s0g000000000000000b",
            "label": "Reading",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "scopes": [
              "read"
            ]
          },
          {
            "object": "api-token",
            "id": "06g4xr9s0g000000000000000c",
            "label": "fixed",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "scopes": [
              "read",
              "write",
              "admin"
            ]
          }
        ]
      }
    },
    "createApiToken": {
      "path": "/v1/user/tokens",
      "body": {
        "label": "Deployment",
        "scopes": [
          "read",
          "write"
        ],
        "expires": "2100-01-01T00:00:00Z"
      },
      "status": 201,
      "answer": {
        "token": "lct_LsQslWTqxjOuFPt6MHx5aZR6jPKnpTe6rs1ZndRudRg1Pt1FS",
        "apiToken": {
          "object": "api-token",
          "id": "06g4xr9s0g0000000000000025",
          "label": "Deployment",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "expiresAt": "2100-01-01T00:00:00.000Z",
          "scopes": [
            "read",
            "write"
          ]
        }
      }
    },
    "deleteApiToken": {
      "path": "/v1/user/tokens/06g4xr9s0g000000000000000a",
      "status": 204
    },
    "rotateApiToken": {
      "path": "/v1/user/tokens/06g4xr9s0g000000000000000a/rotate",
      "body": {
        "overlap": 3600
      },
      "status": 201,
      "answer": {
        "token": "lct_YSlA83sKnSDdpzGTQEODsOJqayYi1h0ibL6YW4R2utq1iDxLJ",
        "apiToken": {
          "object": "api-token",
          "id": "06g4xr9s0g0000000000000026",
          "label": "Laptop",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "scopes": [
            "read",
            "write",
            "admin"
          ]
        }
      }
    },
    "listOrganizationTokens": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/tokens",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "api-token",
            "id": "06g4xr9s0g000000000000000e",
            "label": "Exports",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "scopes": [
              "read"
            ],
            "organization": "06g4xr9s0g0000000000000009",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g000000000000000d",
              "displayName": "Exports",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
              }
            },
            "sso": false
          }
        ]
      }
    },
    "createOrganizationToken": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/tokens",
      "body": {
        "label": "Continuous integration",
        "scopes": [
          "write"
        ],
        "expires": "2100-01-01T00:00:00Z"
      },
      "status": 201,
      "answer": {
        "token": "lct_TTtVnIr7ucYBoCYknNB7ncbyoPeIhfjTtjnP1hyyWdP0ZU35B",
        "apiToken": {
          "object": "api-token",
          "id": "06g4xr9s0g0000000000000028",
          "label": "Continuous integration",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "expiresAt": "2100-01-01T00:00:00.000Z",
          "scopes": [
            "read",
            "write"
          ],
          "organization": "06g4xr9s0g0000000000000009",
          "user": {
            "object": "user",
            "id": "06g4xr9s0g0000000000000027",
            "displayName": "Continuous integration",
            "urls": {
              "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000027"
            }
          },
          "sso": false
        }
      }
    },
    "updateOrganizationToken": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/tokens/06g4xr9s0g000000000000000e",
      "body": {
        "label": "Deployment",
        "scopes": [
          "read"
        ]
      },
      "status": 200,
      "answer": {
        "object": "api-token",
        "id": "06g4xr9s0g000000000000000e",
        "label": "Deployment",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "scopes": [
          "read"
        ],
        "organization": "06g4xr9s0g0000000000000009",
        "user": {
          "object": "user",
          "id": "06g4xr9s0g000000000000000d",
          "displayName": "Deployment",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
          }
        },
        "sso": false
      }
    },
    "rotateOrganizationToken": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/tokens/06g4xr9s0g000000000000000e/rotate",
      "body": {
        "overlap": 3600
      },
      "status": 201,
      "answer": {
        "token": "lct_0oMX5gPCThRLbjdz4vMixulsSVYuq7L0dcZKBer7cUL0AHG4O",
        "apiToken": {
          "object": "api-token",
          "id": "06g4xr9s0g0000000000000029",
          "label": "Exports",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "scopes": [
            "read"
          ],
          "organization": "06g4xr9s0g0000000000000009",
          "user": {
            "object": "user",
            "id": "06g4xr9s0g000000000000000d",
            "displayName": "Exports",
            "urls": {
              "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
            }
          },
          "sso": false
        }
      }
    },
    "deleteOrganizationToken": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/tokens/06g4xr9s0g000000000000000e",
      "status": 204
    },
    "listAuditEvents": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/audit-events",
      "status": 200,
      "answer": {
        "count": 41,
        "items": [
          {
            "object": "audit-event",
            "id": "00000001j",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "site-redirect",
              "id": "06g4xr9s0g000000000000001n",
              "title": "/old"
            },
            "action": "site-redirect.created",
            "after": {
              "site": "06g4xr9s0g000000000000001c",
              "source": "/old",
              "destination": {
                "kind": "site-space",
                "siteSpaceId": "06g4xr9s0g000000000000001b"
              }
            }
          },
          {
            "object": "audit-event",
            "id": "00000001i",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "share-link",
              "id": "06g4xr9s0g000000000000001m",
              "title": "Friends"
            },
            "action": "share-link.created",
            "after": {
              "site": "06g4xr9s0g000000000000001c",
              "sealedKey": "[redacted]",
              "name": "Friends",
              "active": true
            }
          },
          {
            "object": "audit-event",
            "id": "00000001h",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "site",
              "id": "06g4xr9s0g000000000000001e",
              "title": "Parts"
            },
            "action": "site-structure.updated",
            "before": {},
            "after": {
              "group 06g4xr9s0g000000000000001l": {
                "type": "group",
                "id": "06g4xr9s0g000000000000001l",
                "title": "Group",
                "sections": [
                  "06g4xr9s0g000000000000001i"
                ]
              }
            }
          },
          {
            "object": "audit-event",
            "id": "00000001g",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "site",
              "id": "06g4xr9s0g000000000000001e",
              "title": "Parts"
            },
            "action": "site-structure.updated",
            "before": {},
            "after": {
              "section 06g4xr9s0g000000000000001i": {
                "type": "section",
                "id": "06g4xr9s0g000000000000001i",
                "title": "Grouped",
                "path": "grouped",
                "default": false,
                "siteSpaces": [
                  "06g4xr9s0g000000000000001j"
                ]
              },
              "site-space 06g4xr9s0g000000000000001j": {
                "id": "06g4xr9s0g000000000000001j",
                "space": "06g4xr9s0g0000000000000010",
                "path": "second",
                "default": true
              }
            }
          },
          {
            "object": "audit-event",
            "id": "00000001f",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "site",
              "id": "06g4xr9s0g000000000000001e",
              "title": "Parts"
            },
            "action": "site-structure.updated",
            "before": {},
            "after": {
              "section 06g4xr9s0g000000000000001f": {
                "type": "section",
                "id": "06g4xr9s0g000000000000001f",
                "title": "Open",
                "path": "open",
                "default": true,
                "siteSpaces": [
                  "06g4xr9s0g000000000000001g"
                ]
              },
              "site-space 06g4xr9s0g000000000000001g": {
                "id": "06g4xr9s0g000000000000001g",
                "space": "06g4xr9s0g000000000000000u",
                "path": "main",
                "default": true
              }
            }
          },
          {
            "object": "audit-event",
            "id": "00000001e",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "site",
              "id": "06g4xr9s0g000000000000001e",
              "title": "Parts"
            },
            "action": "site.created",
            "after": {
              "organization": "06g4xr9s0g0000000000000009",
              "type": "basic",
              "title": "Parts",
              "visibility": "public",
              "published": false,
              "adaptiveContent": false,
              "agentsContext": "included",
              "sealedSigningKey": "[redacted]",
              "authBackend": "custom"
            }
          },
          {
            "object": "audit-event",
            "id": "00000001d",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "site",
              "id": "06g4xr9s0g000000000000001d",
              "title": "Hidden"
            },
            "action": "grant.created",
            "after": {
              "user": "06g4xr9s0g0000000000000003",
              "level": null
            }
          },
          {
            "object": "audit-event",
            "id": "00000001c",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "site",
              "id": "06g4xr9s0g000000000000001d",
              "title": "Hidden"
            },
            "action": "site.created",
            "after": {
              "organization": "06g4xr9s0g0000000000000009",
              "type": "basic",
              "title": "Hidden",
              "visibility": "public",
              "published": false,
              "adaptiveContent": false,
              "agentsContext": "included",
              "sealedSigningKey": "[redacted]",
              "authBackend": "custom"
            }
          },
          {
            "object": "audit-event",
            "id": "00000001b",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "site",
              "id": "06g4xr9s0g000000000000001c",
              "title": "Docs"
            },
            "action": "site.created",
            "after": {
              "organization": "06g4xr9s0g0000000000000009",
              "type": "basic",
              "title": "Docs",
              "visibility": "public",
              "published": false,
              "adaptiveContent": false,
              "agentsContext": "included",
              "sealedSigningKey": "[redacted]",
              "authBackend": "custom"
            }
          },
          {
            "object": "audit-event",
            "id": "00000001a",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "space",
              "id": "06g4xr9s0g0000000000000018",
              "title": "Deleted"
            },
            "action": "space.deleted",
            "before": {},
            "after": {
              "deletedAt": "2026-01-31T09:00:00.000Z"
            }
          },
          {
            "object": "audit-event",
            "id": "000000019",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "space",
              "id": "06g4xr9s0g0000000000000018",
              "title": "Deleted"
            },
            "action": "space.created",
            "after": {
              "organization": "06g4xr9s0g0000000000000009",
              "title": "Deleted",
              "editMode": "live",
              "defaultLevel": "inherit",
              "sealedDownloadKey": "[redacted]"
            }
          },
          {
            "object": "audit-event",
            "id": "000000018",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "space",
              "id": "06g4xr9s0g0000000000000016",
              "title": "Hidden"
            },
            "action": "grant.created",
            "after": {
              "user": "06g4xr9s0g0000000000000001",
              "level": "create"
            }
          },
          {
            "object": "audit-event",
            "id": "000000017",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "space",
              "id": "06g4xr9s0g0000000000000016",
              "title": "Hidden"
            },
            "action": "space.updated",
            "before": {
              "defaultLevel": "inherit"
            },
            "after": {
              "defaultLevel": null
            }
          },
          {
            "object": "audit-event",
            "id": "000000016",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "space",
              "id": "06g4xr9s0g0000000000000016",
              "title": "Hidden"
            },
            "action": "space.created",
            "after": {
              "organization": "06g4xr9s0g0000000000000009",
              "title": "Hidden",
              "editMode": "live",
              "defaultLevel": "inherit",
              "sealedDownloadKey": "[redacted]"
            }
          },
          {
            "object": "audit-event",
            "id": "000000015",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "space",
              "id": "06g4xr9s0g0000000000000014",
              "title": "Locked"
            },
            "action": "space.updated",
            "before": {
              "editMode": "live"
            },
            "after": {
              "editMode": "locked"
            }
          },
          {
            "object": "audit-event",
            "id": "000000014",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "space",
              "id": "06g4xr9s0g0000000000000014",
              "title": "Locked"
            },
            "action": "space.created",
            "after": {
              "organization": "06g4xr9s0g0000000000000009",
              "title": "Locked",
              "editMode": "live",
              "defaultLevel": "inherit",
              "sealedDownloadKey": "[redacted]"
            }
          },
          {
            "object": "audit-event",
            "id": "000000013",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "invite",
              "id": "06g4xr9s0g0000000000000013"
            },
            "action": "invite.created",
            "after": {
              "sealedSecret": "[redacted]",
              "level": "comment",
              "space": "06g4xr9s0g0000000000000010"
            }
          },
          {
            "object": "audit-event",
            "id": "000000012",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "pending-member",
              "id": "06g4xr9s0g0000000000000007",
              "title": "eve"
            },
            "action": "pending-member.created",
            "after": {
              "role": "comment",
              "sso": false
            }
          },
          {
            "object": "audit-event",
            "id": "000000011",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "space",
              "id": "06g4xr9s0g0000000000000010",
              "title": "Second"
            },
            "action": "space.created",
            "after": {
              "organization": "06g4xr9s0g0000000000000009",
              "title": "Second",
              "editMode": "live",
              "defaultLevel": "inherit",
              "sealedDownloadKey": "[redacted]"
            }
          },
          {
            "object": "audit-event",
            "id": "000000010",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "space",
              "id": "06g4xr9s0g000000000000000u",
              "title": "Main"
            },
            "action": "space.created",
            "after": {
              "organization": "06g4xr9s0g0000000000000009",
              "title": "Main",
              "editMode": "live",
              "defaultLevel": "inherit",
              "sealedDownloadKey": "[redacted]"
            }
          },
          {
            "object": "audit-event",
            "id": "00000000z",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "openid-provider",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Active"
            },
            "action": "openid-provider.created",
            "after": {
              "label": "Active",
              "issuer": "https://idp.example",
              "clientId": "lectern",
              "sealed": "[redacted]",
              "defaultRole": null
            }
          },
          {
            "object": "audit-event",
            "id": "00000000y",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "saml-provider",
              "id": "06g4xr9s0g000000000000000s",
              "title": "Pending"
            },
            "action": "saml-provider.created",
            "after": {
              "label": "Pending",
              "defaultRole": null
            }
          },
          {
            "object": "audit-event",
            "id": "00000000x",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "saml-provider",
              "id": "06g4xr9s0g000000000000000r",
              "title": "Active"
            },
            "action": "saml-provider.created",
            "after": {
              "label": "Active",
              "entityID": "https://idp.example/entity",
              "certificate": "SHA-256 fd5cd5f5715fe4239959b73186bb1b489c2b47e4a9d54ec8e0f06d4a128b3b08",
              "ssoURL": "https://idp.example/sso",
              "defaultRole": null
            }
          },
          {
            "object": "audit-event",
            "id": "00000000w",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "invite",
              "id": "06g4xr9s0g000000000000000q"
            },
            "action": "invite.created",
            "after": {
              "sealedSecret": "[redacted]",
              "role": "edit"
            }
          },
          {
            "object": "audit-event",
            "id": "00000000v",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "openapi-spec",
              "id": "06g4xr9s0g000000000000000n",
              "title": "pending"
            },
            "action": "openapi-spec.created",
            "after": {
              "slug": "pending",
              "source": "text",
              "visibility": "private",
              "sealedKey": "[redacted]"
            }
          },
          {
            "object": "audit-event",
            "id": "00000000u",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "openapi-spec",
              "id": "06g4xr9s0g000000000000000l",
              "title": "pets"
            },
            "action": "openapi-spec.created",
            "after": {
              "slug": "pets",
              "source": "text",
              "visibility": "private",
              "sealedKey": "[redacted]"
            }
          },
          {
            "object": "audit-event",
            "id": "00000000t",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "translation",
              "id": "06g4xr9s0g000000000000000k",
              "title": "Languages"
            },
            "action": "translation.created",
            "after": {
              "title": "Languages",
              "languages": []
            }
          },
          {
            "object": "audit-event",
            "id": "00000000s",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "team",
              "id": "06g4xr9s0g000000000000000j",
              "title": "Writers"
            },
            "action": "team-member.created",
            "after": {
              "user": "06g4xr9s0g0000000000000003",
              "role": "member"
            }
          },
          {
            "object": "audit-event",
            "id": "00000000r",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "team",
              "id": "06g4xr9s0g000000000000000j",
              "title": "Writers"
            },
            "action": "team.created",
            "after": {
              "title": "Writers"
            }
          },
          {
            "object": "audit-event",
            "id": "00000000q",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "collection",
              "id": "06g4xr9s0g000000000000000i",
              "title": "Shut"
            },
            "action": "grant.created",
            "after": {
              "user": "06g4xr9s0g0000000000000001",
              "level": "create"
            }
          },
          {
            "object": "audit-event",
            "id": "00000000p",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "collection",
              "id": "06g4xr9s0g000000000000000i",
              "title": "Shut"
            },
            "action": "collection.updated",
            "before": {
              "defaultLevel": "inherit"
            },
            "after": {
              "defaultLevel": null
            }
          },
          {
            "object": "audit-event",
            "id": "00000000o",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "collection",
              "id": "06g4xr9s0g000000000000000i",
              "title": "Shut"
            },
            "action": "collection.created",
            "after": {
              "organization": "06g4xr9s0g0000000000000009",
              "title": "Shut",
              "defaultLevel": "inherit"
            }
          },
          {
            "object": "audit-event",
            "id": "00000000n",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "collection",
              "id": "06g4xr9s0g000000000000000h",
              "title": "Inner"
            },
            "action": "collection.created",
            "after": {
              "organization": "06g4xr9s0g0000000000000009",
              "parent": "06g4xr9s0g000000000000000g",
              "title": "Inner",
              "defaultLevel": "inherit"
            }
          },
          {
            "object": "audit-event",
            "id": "00000000m",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "collection",
              "id": "06g4xr9s0g000000000000000g",
              "title": "Outer"
            },
            "action": "collection.created",
            "after": {
              "organization": "06g4xr9s0g0000000000000009",
              "title": "Outer",
              "defaultLevel": "inherit"
            }
          },
          {
            "object": "audit-event",
            "id": "00000000l",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "system"
            },
            "target": {
              "kind": "member",
              "id": "06g4xr9s0g0000000000000005",
              "title": "gus"
            },
            "action": "member.created",
            "after": {
              "role": null,
              "disabled": false,
              "sso": false
            }
          },
          {
            "object": "audit-event",
            "id": "00000000k",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "system"
            },
            "target": {
              "kind": "member",
              "id": "06g4xr9s0g0000000000000003",
              "title": "rex"
            },
            "action": "member.created",
            "after": {
              "role": "read",
              "disabled": false,
              "sso": false
            }
          },
          {
            "object": "audit-event",
            "id": "00000000h",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "api-token",
              "id": "06g4xr9s0g000000000000000e",
              "title": "Exports"
            },
            "action": "api-token.created",
            "after": {
              "user": "06g4xr9s0g000000000000000d",
              "label": "Exports",
              "limits": {
                "scope": "read",
                "organization": "06g4xr9s0g0000000000000009"
              }
            }
          },
          {
            "object": "audit-event",
            "id": "00000000g",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "member",
              "id": "06g4xr9s0g000000000000000d",
              "title": "Exports"
            },
            "action": "member.created",
            "after": {
              "role": "read",
              "disabled": false,
              "sso": false
            }
          },
          {
            "object": "audit-event",
            "id": "00000000f",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "user",
              "id": "06g4xr9s0g000000000000000d",
              "title": "Exports"
            },
            "action": "user.created",
            "after": {
              "displayName": "[redacted]",
              "email": "[redacted]"
            }
          },
          {
            "object": "audit-event",
            "id": "00000000b",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "system"
            },
            "target": {
              "kind": "organization",
              "id": "06g4xr9s0g0000000000000009",
              "title": "Example"
            },
            "action": "organization.updated",
            "before": {},
            "after": {
              "verifiedDomains": [
                "example.com"
              ]
            }
          },
          {
            "object": "audit-event",
            "id": "00000000a",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "member",
              "id": "06g4xr9s0g0000000000000001",
              "title": "ada"
            },
            "action": "member.created",
            "after": {
              "role": "admin",
              "disabled": false,
              "sso": false
            }
          }
        ]
      }
    },
    "getAuthenticatedUser": {
      "path": "/v1/user",
      "status": 200,
      "answer": {
        "object": "user",
        "id": "06g4xr9s0g0000000000000001",
        "displayName": "ada",
        "email": "ada@example.com",
        "urls": {
          "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
        }
      }
    },
    "getUserById": {
      "path": "/v1/users/06g4xr9s0g0000000000000003",
      "status": 200,
      "answer": {
        "object": "user",
        "id": "06g4xr9s0g0000000000000003",
        "displayName": "rex",
        "email": "rex@example.com",
        "urls": {
          "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
        }
      }
    },
    "listOrganizationsForAuthenticatedUser": {
      "path": "/v1/orgs",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "organization",
            "title": "Example",
            "emailDomains": [
              "example.com"
            ],
            "id": "06g4xr9s0g0000000000000009",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "type": "business",
            "defaultRole": "read",
            "inviteLinks": true,
            "plan": "free_2024",
            "sso": false,
            "ai": false,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
            },
            "trial": {
              "status": "notapplicable"
            },
            "internal_isOnNewTrial": true,
            "permissions": {
              "view": true,
              "admin": true,
              "ownTeam": false,
              "createContent": true,
              "createOpenAPISpec": true,
              "ingestConversations": false,
              "viewBilling": true,
              "listMembers": true,
              "listTeams": true,
              "listIntegrations": false
            }
          }
        ]
      }
    },
    "createOrganization": {
      "path": "/v1/orgs",
      "body": {
        "title": "Made"
      },
      "status": 201,
      "answer": {
        "object": "organization",
        "title": "Made",
        "id": "06g4xr9s0g000000000000002a",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "emailDomains": [],
        "type": "business",
        "defaultRole": "read",
        "inviteLinks": true,
        "plan": "free_2024",
        "sso": false,
        "ai": false,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g000000000000002a",
          "app": "http://lectern.test/app/o/06g4xr9s0g000000000000002a"
        },
        "trial": {
          "status": "notapplicable"
        },
        "internal_isOnNewTrial": true,
        "permissions": {
          "view": true,
          "admin": true,
          "ownTeam": false,
          "createContent": true,
          "createOpenAPISpec": true,
          "ingestConversations": false,
          "viewBilling": true,
          "listMembers": true,
          "listTeams": true,
          "listIntegrations": false
        }
      }
    },
    "getOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009",
      "status": 200,
      "answer": {
        "object": "organization",
        "title": "Example",
        "emailDomains": [
          "example.com"
        ],
        "id": "06g4xr9s0g0000000000000009",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "type": "business",
        "defaultRole": "read",
        "inviteLinks": true,
        "plan": "free_2024",
        "sso": false,
        "ai": false,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
        },
        "trial": {
          "status": "notapplicable"
        },
        "internal_isOnNewTrial": true,
        "permissions": {
          "view": true,
          "admin": true,
          "ownTeam": false,
          "createContent": true,
          "createOpenAPISpec": true,
          "ingestConversations": false,
          "viewBilling": true,
          "listMembers": true,
          "listTeams": true,
          "listIntegrations": false
        }
      }
    },
    "updateOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009",
      "body": {
        "title": "Renamed",
        "defaultRole": null
      },
      "status": 200,
      "answer": {
        "object": "organization",
        "title": "Renamed",
        "emailDomains": [
          "example.com"
        ],
        "id": "06g4xr9s0g0000000000000009",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "type": "business",
        "defaultRole": null,
        "inviteLinks": true,
        "plan": "free_2024",
        "sso": false,
        "ai": false,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
        },
        "trial": {
          "status": "notapplicable"
        },
        "internal_isOnNewTrial": true,
        "permissions": {
          "view": true,
          "admin": true,
          "ownTeam": false,
          "createContent": true,
          "createOpenAPISpec": true,
          "ingestConversations": false,
          "viewBilling": true,
          "listMembers": true,
          "listTeams": true,
          "listIntegrations": false
        }
      }
    },
    "searchOrganizationContent": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/search?query=install",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000000u",
            "title": "Main",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001r",
                "title": "Install",
                "path": "guide/install",
                "sections": [
                  {
                    "id": "06g4xr9s0g000000000000001r/0",
                    "title": "Install",
                    "path": "guide/install",
                    "body": "How to install it.",
                    "urls": {
                      "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
                    }
                  }
                ],
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
                }
              }
            ]
          }
        ]
      }
    },
    "getOrganizationsForEmailDomain": {
      "path": "/v1/email-domains/example.com/orgs",
      "status": 200,
      "answer": {
        "organizations": [
          {
            "object": "organization",
            "title": "Example",
            "emailDomains": [
              "example.com"
            ],
            "id": "06g4xr9s0g0000000000000009",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "type": "business",
            "defaultRole": "read",
            "inviteLinks": true,
            "plan": "free_2024",
            "sso": false,
            "ai": false,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
            },
            "trial": {
              "status": "notapplicable"
            },
            "internal_isOnNewTrial": true,
            "permissions": {
              "view": true,
              "admin": true,
              "ownTeam": false,
              "createContent": true,
              "createOpenAPISpec": true,
              "ingestConversations": false,
              "viewBilling": true,
              "listMembers": true,
              "listTeams": true,
              "listIntegrations": false
            }
          }
        ]
      }
    },
    "verifyOrganizationEmailDomain": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/email-domains/example.com/verify",
      "status": 200,
      "answer": {
        "object": "email-domain",
        "domain": "example.com",
        "verified": true,
        "record": {
          "type": "TXT",
          "name": "_lectern-verification.example.com",
          "value": "lectern-verification=c934fd08368c3148b9329617010b6b7c"
        }
      }
    },
    "listMembersInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "object": "member",
            "id": "06g4xr9s0g000000000000000d",
            "role": "read",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g000000000000000d",
              "displayName": "Exports",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 3,
            "teams": 0
          },
          {
            "object": "member",
            "id": "06g4xr9s0g0000000000000005",
            "role": null,
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 0,
            "teams": 0
          },
          {
            "object": "member",
            "id": "06g4xr9s0g0000000000000003",
            "role": "read",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000003",
              "displayName": "rex",
              "email": "rex@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 3,
            "teams": 1
          },
          {
            "object": "member",
            "id": "06g4xr9s0g0000000000000001",
            "role": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 4,
            "teams": 0
          }
        ]
      }
    },
    "getMemberInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003",
      "status": 200,
      "answer": {
        "object": "member",
        "id": "06g4xr9s0g0000000000000003",
        "role": "read",
        "user": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000003",
          "displayName": "rex",
          "email": "rex@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
          }
        },
        "disabled": false,
        "joinedAt": "2026-01-31T09:00:00.000Z",
        "sso": false,
        "spaces": 3,
        "teams": 1
      }
    },
    "updateMemberInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003",
      "body": {
        "role": "edit"
      },
      "status": 200,
      "answer": {
        "object": "member",
        "id": "06g4xr9s0g0000000000000003",
        "role": "edit",
        "user": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000003",
          "displayName": "rex",
          "email": "rex@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
          }
        },
        "disabled": false,
        "joinedAt": "2026-01-31T09:00:00.000Z",
        "sso": false,
        "spaces": 3,
        "teams": 1
      }
    },
    "setUserAsSSOMemberForOrganization": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003/sso",
      "status": 200,
      "answer": {
        "object": "member",
        "id": "06g4xr9s0g0000000000000003",
        "role": "read",
        "user": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000003",
          "displayName": "rex",
          "email": "rex@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
          }
        },
        "disabled": false,
        "joinedAt": "2026-01-31T09:00:00.000Z",
        "sso": true,
        "spaces": 3,
        "teams": 1
      }
    },
    "removeMemberFromOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003",
      "status": 204
    },
    "updateOrganizationMemberLastSeenAt": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/ping",
      "status": 200,
      "answer": {
        "serviceVisitorClaims": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwNmc0eHI5czBnMDAwMDAwMDAwMDAwMDAwMSIsImVtYWlsIjoiYWRhQGV4YW1wbGUuY29tIiwibmFtZSI6ImFkYSIsIm9yZ2FuaXphdGlvbiI6IjA2ZzR4cjlzMGcwMDAwMDAwMDAwMDAwMDA5IiwiaWF0IjoxNzY5ODUwMDAwLCJleHAiOjE3Njk4NTM2MDB9.mNpm0zE4KZyZiZZ5Nd5U9lkuu8HIp0uXc2khUwmxXk0"
      }
    },
    "listSpacesForOrganizationMember": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003/spaces",
      "status": 200,
      "answer": {
        "count": 3,
        "items": [
          {
            "permission": "read",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g0000000000000014",
              "title": "Locked",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "locked",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000015",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000014",
                "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000014"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            }
          },
          {
            "permission": "read",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g0000000000000010",
              "title": "Second",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000011",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            }
          },
          {
            "permission": "read",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000u",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001s",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            }
          }
        ]
      }
    },
    "listCollectionsInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/collections",
      "status": 200,
      "answer": {
        "count": 3,
        "items": [
          {
            "object": "collection",
            "id": "06g4xr9s0g000000000000000g",
            "title": "Outer",
            "organization": "06g4xr9s0g0000000000000009",
            "defaultLevel": "read",
            "urls": {
              "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
              "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
            },
            "permissions": {
              "view": true,
              "admin": true,
              "viewInviteLinks": true,
              "create": true
            }
          },
          {
            "object": "collection",
            "id": "06g4xr9s0g000000000000000i",
            "title": "Shut",
            "organization": "06g4xr9s0g0000000000000009",
            "defaultLevel": null,
            "urls": {
              "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000i",
              "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000i"
            },
            "permissions": {
              "view": true,
              "admin": true,
              "viewInviteLinks": true,
              "create": true
            }
          },
          {
            "object": "collection",
            "id": "06g4xr9s0g000000000000000h",
            "title": "Inner",
            "organization": "06g4xr9s0g0000000000000009",
            "parent": "06g4xr9s0g000000000000000g",
            "defaultLevel": "read",
            "urls": {
              "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000h",
              "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000h"
            },
            "permissions": {
              "view": true,
              "admin": true,
              "viewInviteLinks": true,
              "create": true
            }
          }
        ]
      }
    },
    "createCollection": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/collections",
      "body": {
        "title": "Made",
        "parent": "06g4xr9s0g000000000000000g"
      },
      "status": 201,
      "answer": {
        "object": "collection",
        "id": "06g4xr9s0g000000000000002b",
        "title": "Made",
        "organization": "06g4xr9s0g0000000000000009",
        "parent": "06g4xr9s0g000000000000000g",
        "defaultLevel": "read",
        "urls": {
          "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000002b",
          "app": "http://lectern.test/app/c/06g4xr9s0g000000000000002b"
        },
        "permissions": {
          "view": true,
          "admin": true,
          "viewInviteLinks": true,
          "create": true
        }
      }
    },
    "getCollectionById": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g",
      "status": 200,
      "answer": {
        "object": "collection",
        "id": "06g4xr9s0g000000000000000g",
        "title": "Outer",
        "organization": "06g4xr9s0g0000000000000009",
        "defaultLevel": "read",
        "urls": {
          "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
          "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
        },
        "permissions": {
          "view": true,
          "admin": true,
          "viewInviteLinks": true,
          "create": true
        }
      }
    },
    "updateCollectionById": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g",
      "body": {
        "title": "Renamed",
        "description": "What is in it",
        "defaultLevel": "read"
      },
      "status": 200,
      "answer": {
        "object": "collection",
        "id": "06g4xr9s0g000000000000000g",
        "title": "Renamed",
        "description": "What is in it",
        "organization": "06g4xr9s0g0000000000000009",
        "defaultLevel": "read",
        "urls": {
          "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
          "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
        },
        "permissions": {
          "view": true,
          "admin": true,
          "viewInviteLinks": true,
          "create": true
        }
      }
    },
    "deleteCollectionById": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g",
      "status": 204
    },
    "listSpacesInCollectionById": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/spaces",
      "status": 200,
      "answer": {
        "count": 0,
        "items": []
      }
    },
    "moveCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000h/move",
      "body": {
        "parent": null
      },
      "status": 200,
      "answer": {
        "object": "collection",
        "id": "06g4xr9s0g000000000000000h",
        "title": "Inner",
        "organization": "06g4xr9s0g0000000000000009",
        "defaultLevel": "read",
        "urls": {
          "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000h",
          "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000h"
        },
        "permissions": {
          "view": true,
          "admin": true,
          "viewInviteLinks": true,
          "create": true
        }
      }
    },
    "listSpacesInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/spaces",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "object": "space",
            "id": "06g4xr9s0g000000000000000u",
            "title": "Main",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "live",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g000000000000001s",
            "defaultLevel": "read",
            "comments": 1,
            "changeRequests": 1,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 1,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
            },
            "permissions": {
              "view": true,
              "access": true,
              "admin": true,
              "viewInviteLinks": true,
              "edit": true,
              "triggerGitSync": false,
              "comment": true,
              "merge": true,
              "review": true
            }
          },
          {
            "object": "space",
            "id": "06g4xr9s0g0000000000000010",
            "title": "Second",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "live",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g0000000000000011",
            "defaultLevel": "read",
            "comments": 0,
            "changeRequests": 0,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 0,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
              "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
            },
            "permissions": {
              "view": true,
              "access": true,
              "admin": true,
              "viewInviteLinks": true,
              "edit": true,
              "triggerGitSync": false,
              "comment": true,
              "merge": true,
              "review": true
            }
          },
          {
            "object": "space",
            "id": "06g4xr9s0g0000000000000014",
            "title": "Locked",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "locked",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g0000000000000015",
            "defaultLevel": "read",
            "comments": 0,
            "changeRequests": 0,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 0,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000014",
              "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000014"
            },
            "permissions": {
              "view": true,
              "access": true,
              "admin": true,
              "viewInviteLinks": true,
              "edit": true,
              "triggerGitSync": false,
              "comment": true,
              "merge": true,
              "review": true
            }
          },
          {
            "object": "space",
            "id": "06g4xr9s0g0000000000000016",
            "title": "Hidden",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "live",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g0000000000000017",
            "defaultLevel": null,
            "comments": 0,
            "changeRequests": 0,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 0,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000016",
              "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000016"
            },
            "permissions": {
              "view": true,
              "access": true,
              "admin": true,
              "viewInviteLinks": true,
              "edit": true,
              "triggerGitSync": false,
              "comment": true,
              "merge": true,
              "review": true
            }
          }
        ]
      }
    },
    "createSpace": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/spaces",
      "body": {
        "title": "Made",
        "emoji": "🦊",
        "parent": "06g4xr9s0g000000000000000g"
      },
      "status": 201,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000002c",
        "title": "Made",
        "emoji": "🦊",
        "visibility": "in-collection",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000002d",
        "defaultLevel": "read",
        "comments": 0,
        "changeRequests": 0,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 0,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000002c",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000002c"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        },
        "parent": "06g4xr9s0g000000000000000g"
      }
    },
    "getSpaceById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u",
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000u",
        "title": "Main",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000001s",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        }
      }
    },
    "updateSpaceById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u",
      "body": {
        "title": "Renamed",
        "icon": "https://example.com/icon.png"
      },
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000u",
        "title": "Renamed",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000001s",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u",
          "icon": "https://example.com/icon.png"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        }
      }
    },
    "deleteSpaceById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u",
      "status": 204
    },
    "duplicateSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/duplicate",
      "status": 201,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000002e",
        "title": "Copy of Main",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000002f",
        "defaultLevel": "read",
        "comments": 0,
        "changeRequests": 0,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 0,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000002e",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000002e"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        }
      }
    },
    "restoreSpace": {
      "path": "/v1/spaces/06g4xr9s0g0000000000000018/restore",
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g0000000000000018",
        "title": "Deleted",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g0000000000000019",
        "defaultLevel": "read",
        "comments": 0,
        "changeRequests": 0,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 0,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000018",
          "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000018"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        }
      }
    },
    "moveSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/move",
      "body": {
        "parent": "06g4xr9s0g000000000000000g"
      },
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000u",
        "title": "Main",
        "emoji": "1f4d6",
        "visibility": "in-collection",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000001s",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        },
        "parent": "06g4xr9s0g000000000000000g"
      }
    },
    "searchSpaceContent": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/search?query=requ",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001r",
            "title": "Install",
            "path": "guide/install",
            "sections": [
              {
                "id": "06g4xr9s0g000000000000001r/requirements",
                "title": "Requirements",
                "path": "guide/install#requirements",
                "body": "Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words…",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install#requirements"
                }
              }
            ],
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
            }
          }
        ]
      }
    },
    "getCurrentRevision": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/content",
      "status": 200,
      "answer": {
        "object": "revision",
        "id": "06g4xr9s0g000000000000001s",
        "type": "edits",
        "parents": [
          "06g4xr9s0g000000000000001q"
        ],
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001o",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001r",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
                },
                "slug": "install",
                "path": "guide/install",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
              }
            ],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474"
          }
        ],
        "files": [
          {
            "id": "06g4xr9s0g000000000000001p",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000u/06g4xr9s0g000000000000001p/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/M2QVOGnErjvryi_TwNUfqQ/dot.svg",
            "size": 6
          }
        ],
        "reusableContents": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
        }
      }
    },
    "updateSpaceContent": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/content",
      "body": {
        "changes": [
          {
            "operation": "update_page",
            "page": "06g4xr9s0g000000000000001o",
            "title": "Changed"
          }
        ]
      },
      "status": 200,
      "answer": {
        "object": "content-update",
        "revision": "06g4xr9s0g000000000000002j",
        "changes": [
          {
            "object": "updated_page",
            "page": {
              "object": "page",
              "id": "06g4xr9s0g000000000000001o",
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/content/page/06g4xr9s0g000000000000001o"
              }
            }
          }
        ],
        "insertedFiles": []
      }
    },
    "listPages": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/content/pages",
      "status": 200,
      "answer": {
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001o",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001r",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
                },
                "slug": "install",
                "path": "guide/install",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
              }
            ],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474"
          }
        ]
      }
    },
    "listFiles": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/content/files",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001p",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000u/06g4xr9s0g000000000000001p/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/M2QVOGnErjvryi_TwNUfqQ/dot.svg",
            "size": 6
          }
        ]
      }
    },
    "getFileById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/content/files/06g4xr9s0g000000000000001p",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001p",
        "name": "dot.svg",
        "contentType": "image/svg+xml",
        "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000u/06g4xr9s0g000000000000001p/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/M2QVOGnErjvryi_TwNUfqQ/dot.svg",
        "size": 6
      }
    },
    "getPageById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/content/page/06g4xr9s0g000000000000001o",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001o",
        "title": "Guide",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide"
        },
        "slug": "guide",
        "path": "guide",
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001r",
            "title": "Install",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
            },
            "slug": "install",
            "path": "guide/install",
            "pages": [],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
          }
        ],
        "layout": {
          "width": "default",
          "cover": true,
          "coverSize": "hero",
          "title": true,
          "description": true,
          "tableOfContents": true,
          "outline": true,
          "pagination": true,
          "metadata": true
        },
        "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474",
        "markdown": "# Guide\n"
      }
    },
    "getPageByPath": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/content/path/guide/install",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001r",
        "title": "Install",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
        },
        "slug": "install",
        "path": "guide/install",
        "pages": [],
        "layout": {
          "width": "default",
          "cover": true,
          "coverSize": "hero",
          "title": true,
          "description": true,
          "tableOfContents": true,
          "outline": true,
          "pagination": true,
          "metadata": true
        },
        "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e",
        "markdown": "# Install\n\nHow to install it.\n\n## Requirements\n\nSome words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. \n"
      }
    },
    "getRevisionById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/revisions/06g4xr9s0g000000000000001q",
      "status": 200,
      "answer": {
        "object": "revision",
        "id": "06g4xr9s0g000000000000001q",
        "type": "edits",
        "parents": [
          "06g4xr9s0g000000000000000v"
        ],
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001o",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474"
          }
        ],
        "files": [
          {
            "id": "06g4xr9s0g000000000000001p",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000u/06g4xr9s0g000000000000001p/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/M2QVOGnErjvryi_TwNUfqQ/dot.svg",
            "size": 6
          }
        ],
        "reusableContents": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
        }
      }
    },
    "listPagesInRevisionById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/revisions/06g4xr9s0g000000000000001q/pages",
      "status": 200,
      "answer": {
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001o",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474"
          }
        ]
      }
    },
    "listFilesInRevisionById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/revisions/06g4xr9s0g000000000000001q/files",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001p",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000u/06g4xr9s0g000000000000001p/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/M2QVOGnErjvryi_TwNUfqQ/dot.svg",
            "size": 6
          }
        ]
      }
    },
    "getPageInRevisionById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/revisions/06g4xr9s0g000000000000001q/page/06g4xr9s0g000000000000001o",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001o",
        "title": "Guide",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide"
        },
        "slug": "guide",
        "path": "guide",
        "pages": [],
        "layout": {
          "width": "default",
          "cover": true,
          "coverSize": "hero",
          "title": true,
          "description": true,
          "tableOfContents": true,
          "outline": true,
          "pagination": true,
          "metadata": true
        },
        "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474",
        "markdown": "# Guide\n"
      }
    },
    "getRevisionSemanticChanges": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/revisions/06g4xr9s0g000000000000001u/changes",
      "status": 200,
      "answer": {
        "changes": [
          {
            "type": "page_edited",
            "page": {
              "id": "06g4xr9s0g000000000000001o",
              "type": "document",
              "title": "New guide",
              "path": "guide"
            },
            "attributes": {
              "title": {
                "before": "Guide",
                "after": "New guide"
              },
              "document": {
                "before": "bc553ffe57e544498b12a9865dbf3abc2004c474",
                "after": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4"
              }
            },
            "blocks": [
              {
                "kind": "changed",
                "from": 1,
                "to": 1,
                "before": "# Guide",
                "after": "# New guide"
              }
            ]
          }
        ]
      }
    },
    "listCommentsInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment",
            "id": "06g4xr9s0g0000000000000021",
            "postedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "postedAt": "2026-01-31T09:00:00.000Z",
            "reactions": [],
            "body": {
              "markdown": "Why?"
            },
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021"
            },
            "permissions": {
              "view": true,
              "edit": true,
              "reply": true,
              "react": true,
              "delete": true
            },
            "replies": 1,
            "target": {
              "space": "06g4xr9s0g000000000000000u",
              "revision": "06g4xr9s0g000000000000001u",
              "changeRequest": "06g4xr9s0g000000000000001t",
              "page": {
                "id": "06g4xr9s0g000000000000001o",
                "title": "New guide",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "path": "guide",
                "outdated": false
              }
            },
            "status": "open"
          }
        ]
      }
    },
    "postCommentInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments",
      "body": {
        "body": {
          "markdown": "Why?"
        },
        "page": "06g4xr9s0g000000000000001o",
        "node": "n1"
      },
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g000000000000002k",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "Why?"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g000000000000002k"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 0,
        "target": {
          "space": "06g4xr9s0g000000000000000u",
          "revision": "06g4xr9s0g000000000000001u",
          "changeRequest": "06g4xr9s0g000000000000001t",
          "page": {
            "id": "06g4xr9s0g000000000000001o",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          },
          "node": {
            "id": "n1"
          }
        },
        "status": "open"
      }
    },
    "getCommentInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021",
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g0000000000000021",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "Why?"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 1,
        "target": {
          "space": "06g4xr9s0g000000000000000u",
          "revision": "06g4xr9s0g000000000000001u",
          "changeRequest": "06g4xr9s0g000000000000001t",
          "page": {
            "id": "06g4xr9s0g000000000000001o",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          }
        },
        "status": "open"
      }
    },
    "updateCommentInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021",
      "body": {
        "body": {
          "markdown": "Because"
        },
        "addedReactions": [
          "🎉",
          "1f44d"
        ],
        "resolved": true
      },
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g0000000000000021",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "editedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [
          {
            "emoji": "🎉",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          },
          {
            "emoji": "1f44d",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          }
        ],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 1,
        "target": {
          "space": "06g4xr9s0g000000000000000u",
          "revision": "06g4xr9s0g000000000000001u",
          "changeRequest": "06g4xr9s0g000000000000001t",
          "page": {
            "id": "06g4xr9s0g000000000000001o",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          }
        },
        "status": "resolved",
        "resolvedAt": "2026-01-31T09:00:00.000Z",
        "resolvedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        }
      }
    },
    "deleteCommentInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021",
      "status": 204
    },
    "listCommentRepliesInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021/replies",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment-reply",
            "id": "06g4xr9s0g0000000000000022",
            "postedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "postedAt": "2026-01-31T09:00:00.000Z",
            "reactions": [],
            "body": {
              "markdown": "It is better"
            },
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021/replies/06g4xr9s0g0000000000000022"
            },
            "permissions": {
              "view": true,
              "edit": true,
              "reply": true,
              "react": true,
              "delete": true
            }
          }
        ]
      }
    },
    "postCommentReplyInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021/replies",
      "body": {
        "body": {
          "markdown": "Because"
        }
      },
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g000000000000002l",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021/replies/06g4xr9s0g000000000000002l"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "getCommentReplyInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021/replies/06g4xr9s0g0000000000000022",
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g0000000000000022",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "It is better"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021/replies/06g4xr9s0g0000000000000022"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "updateCommentReplyInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021/replies/06g4xr9s0g0000000000000022",
      "body": {
        "body": {
          "markdown": "Because"
        },
        "addedReactions": [
          "🎉"
        ],
        "removedReactions": [
          "👍"
        ]
      },
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g0000000000000022",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "editedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [
          {
            "emoji": "🎉",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          }
        ],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021/replies/06g4xr9s0g0000000000000022"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "deleteCommentReplyInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g0000000000000021/replies/06g4xr9s0g0000000000000022",
      "status": 204
    },
    "listCommentersInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/commenters",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "member",
            "id": "06g4xr9s0g0000000000000001",
            "role": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 4,
            "teams": 0
          }
        ]
      }
    },
    "listChangeRequestsForSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests",
      "status": 200,
      "answer": {
        "count": 0,
        "items": []
      }
    },
    "createChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests",
      "body": {
        "subject": "A better guide"
      },
      "status": 201,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0g000000000000002m",
        "number": 2,
        "status": "draft",
        "subject": "A better guide",
        "createdBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "revision": "06g4xr9s0g000000000000001s",
        "revisionInitial": "06g4xr9s0g000000000000001s",
        "comments": 0,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000002m",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/~/changes/06g4xr9s0g000000000000002m"
        }
      }
    },
    "getChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t",
      "status": 200,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0g000000000000001t",
        "number": 1,
        "status": "draft",
        "subject": "A new guide",
        "createdBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "revision": "06g4xr9s0g000000000000001u",
        "revisionInitial": "06g4xr9s0g000000000000001s",
        "comments": 1,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/~/changes/06g4xr9s0g000000000000001t"
        }
      }
    },
    "updateChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t",
      "body": {
        "subject": "Renamed",
        "status": "open"
      },
      "status": 200,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0g000000000000001t",
        "number": 1,
        "status": "open",
        "subject": "Renamed",
        "createdBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "revision": "06g4xr9s0g000000000000001u",
        "revisionInitial": "06g4xr9s0g000000000000001s",
        "comments": 1,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/~/changes/06g4xr9s0g000000000000001t"
        }
      }
    },
    "mergeChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/merge",
      "status": 200,
      "answer": {
        "revision": "06g4xr9s0g000000000000002n",
        "result": "merge"
      }
    },
    "updateChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/update",
      "status": 200,
      "answer": {
        "revision": "06g4xr9s0g000000000000001u",
        "result": "update"
      }
    },
    "resolveChangeRequestConflicts": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/resolve",
      "body": {
        "resolutions": [
          {
            "item": "06g4xr9s0g000000000000001o",
            "where": "block 1",
            "take": "main"
          }
        ]
      },
      "status": 200,
      "answer": {
        "revision": "06g4xr9s0g000000000000002p",
        "result": "update"
      }
    },
    "getChangeRequestChanges": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/changes",
      "status": 200,
      "answer": {
        "changes": [
          {
            "type": "page_edited",
            "page": {
              "id": "06g4xr9s0g000000000000001o",
              "type": "document",
              "title": "New guide",
              "path": "guide"
            },
            "attributes": {
              "title": {
                "before": "Guide",
                "after": "New guide"
              },
              "document": {
                "before": "bc553ffe57e544498b12a9865dbf3abc2004c474",
                "after": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4"
              }
            },
            "blocks": [
              {
                "kind": "changed",
                "from": 1,
                "to": 1,
                "before": "# Guide",
                "after": "# New guide"
              }
            ]
          }
        ],
        "conflicts": [
          {
            "item": "06g4xr9s0g000000000000001o",
            "type": "page",
            "title": "Another guide",
            "path": "guide",
            "kind": "block",
            "where": "block 1",
            "base": "# Guide",
            "main": "# Another guide",
            "request": "# New guide"
          }
        ]
      }
    },
    "getRevisionOfChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/content",
      "status": 200,
      "answer": {
        "object": "revision",
        "id": "06g4xr9s0g000000000000001u",
        "type": "edits",
        "parents": [
          "06g4xr9s0g000000000000001s"
        ],
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001o",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001r",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
                },
                "slug": "install",
                "path": "guide/install",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
              }
            ],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4"
          }
        ],
        "files": [
          {
            "id": "06g4xr9s0g000000000000001p",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000u/06g4xr9s0g000000000000001p/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/M2QVOGnErjvryi_TwNUfqQ/dot.svg",
            "size": 6
          }
        ],
        "reusableContents": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
        }
      }
    },
    "updateChangeRequestContent": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/content",
      "body": {
        "changes": [
          {
            "operation": "update_page",
            "page": "06g4xr9s0g000000000000001o",
            "title": "Changed"
          }
        ]
      },
      "status": 200,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0g000000000000001t",
        "number": 1,
        "status": "draft",
        "subject": "A new guide",
        "createdBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "revision": "06g4xr9s0g000000000000002r",
        "revisionInitial": "06g4xr9s0g000000000000001s",
        "comments": 1,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/~/changes/06g4xr9s0g000000000000001t"
        }
      }
    },
    "listPagesInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/content/pages",
      "status": 200,
      "answer": {
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001o",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001r",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
                },
                "slug": "install",
                "path": "guide/install",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
              }
            ],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4"
          }
        ]
      }
    },
    "listFilesInChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/content/files",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001p",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000u/06g4xr9s0g000000000000001p/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/M2QVOGnErjvryi_TwNUfqQ/dot.svg",
            "size": 6
          }
        ]
      }
    },
    "getFileInChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/content/files/06g4xr9s0g000000000000001p",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001p",
        "name": "dot.svg",
        "contentType": "image/svg+xml",
        "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000u/06g4xr9s0g000000000000001p/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/M2QVOGnErjvryi_TwNUfqQ/dot.svg",
        "size": 6
      }
    },
    "getPageInChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/content/page/06g4xr9s0g000000000000001o",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001o",
        "title": "New guide",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide"
        },
        "slug": "guide",
        "path": "guide",
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001r",
            "title": "Install",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
            },
            "slug": "install",
            "path": "guide/install",
            "pages": [],
            "layout": {
              "width": "default",
              "cover": true,
              "coverSize": "hero",
              "title": true,
              "description": true,
              "tableOfContents": true,
              "outline": true,
              "pagination": true,
              "metadata": true
            },
            "documentId": "2faf02b1ec841e190a57fe03869021183fdbe01e"
          }
        ],
        "layout": {
          "width": "default",
          "cover": true,
          "coverSize": "hero",
          "title": true,
          "description": true,
          "tableOfContents": true,
          "outline": true,
          "pagination": true,
          "metadata": true
        },
        "documentId": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4",
        "markdown": "# New guide\n"
      }
    },
    "listUserInvites": {
      "path": "/v1/user/invites",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "invite",
            "id": "06g4xr9s0g0000000000000012",
            "organization": {
              "object": "organization",
              "id": "06g4xr9s0g0000000000000009",
              "title": "Example"
            },
            "role": "comment",
            "sso": false,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "urls": {
              "location": "http://lectern.test/v1/user/invites/06g4xr9s0g0000000000000012"
            }
          }
        ]
      }
    },
    "acceptUserInvite": {
      "path": "/v1/user/invites/06g4xr9s0g0000000000000012",
      "status": 204
    },
    "declineUserInvite": {
      "path": "/v1/user/invites/06g4xr9s0g0000000000000012",
      "status": 204
    },
    "inviteUsersToOrganization": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/invites",
      "body": {
        "emails": [
          "eve@example.com",
          {
            "email": "new@example.org",
            "role": "edit"
          }
        ],
        "role": "read"
      },
      "status": 200,
      "answer": {
        "users": [],
        "invited": 2
      }
    },
    "joinOrganizationWithInvite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
      "status": 200,
      "answer": {}
    },
    "joinOrganization": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/join",
      "status": 204
    },
    "listOrganizationInviteLinks": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites",
      "status": 200,
      "answer": {
        "count": 2,
        "items": [
          {
            "object": "invite",
            "id": "06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
            "redundant": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012"
            },
            "role": "edit"
          },
          {
            "object": "invite",
            "id": "06g4xr9s0g0000000000000013secret-000000000000000000000000000000000015",
            "redundant": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g0000000000000013secret-000000000000000000000000000000000015"
            },
            "level": "comment",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g0000000000000010",
              "title": "Second",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000011",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            }
          }
        ]
      }
    },
    "createOrganizationInvite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites",
      "body": {
        "role": "edit"
      },
      "status": 201,
      "answer": {
        "object": "invite",
        "id": "06g4xr9s0g000000000000002usecret-000000000000000000000000000000000030",
        "redundant": true,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000002usecret-000000000000000000000000000000000030"
        },
        "role": "edit"
      }
    },
    "getOrganizationInviteLink": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
      "status": 200,
      "answer": {
        "object": "invite",
        "id": "06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
        "redundant": true,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012"
        },
        "role": "edit"
      }
    },
    "updateOrganizationInviteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
      "body": {
        "role": "comment"
      },
      "status": 200,
      "answer": {
        "object": "invite",
        "id": "06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
        "redundant": true,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012"
        },
        "role": "comment"
      }
    },
    "deleteOrganizationInviteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000qsecret-000000000000000000000000000000000012",
      "status": 204
    },
    "listSpaceLinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/links",
      "status": 200,
      "answer": {
        "count": 8,
        "items": [
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "page",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000u",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g0000000000000030",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "page": {
                "id": "06g4xr9s0g000000000000001o",
                "title": "Guide",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide"
                },
                "slug": "guide",
                "path": "guide",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "bc553ffe57e544498b12a9865dbf3abc2004c474"
              },
              "internalLocation": {
                "type": "anchor",
                "anchor": "x"
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "file",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000u",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g0000000000000030",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "file": {
                "id": "06g4xr9s0g000000000000001p",
                "name": "dot.svg",
                "contentType": "image/svg+xml",
                "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000u/06g4xr9s0g000000000000001p/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/M2QVOGnErjvryi_TwNUfqQ/dot.svg",
                "size": 6
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "space",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g0000000000000010",
                "title": "Second",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g0000000000000011",
                "defaultLevel": "read",
                "comments": 0,
                "changeRequests": 0,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 0,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                  "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "collection",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "collection": {
                "object": "collection",
                "id": "06g4xr9s0g000000000000000g",
                "title": "Outer",
                "organization": "06g4xr9s0g0000000000000009",
                "defaultLevel": "read",
                "urls": {
                  "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
                  "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
                },
                "permissions": {
                  "view": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "create": true
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "user",
              "user": {
                "object": "user",
                "id": "06g4xr9s0g0000000000000003",
                "displayName": "rex",
                "email": "rex@example.com",
                "urls": {
                  "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "https://example.com"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "in-app",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "http://lectern.test/app/s/x"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "broken",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "lost.md"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000030",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g000000000000002v",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          }
        ],
        "stats": {
          "total": 8,
          "broken": {
            "total": 1
          }
        }
      }
    },
    "listPageLinksInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/content/page/06g4xr9s0g000000000000001o/links",
      "status": 200,
      "answer": {
        "count": 0,
        "items": [],
        "stats": {
          "total": 0,
          "broken": {
            "total": 0
          }
        }
      }
    },
    "listSpacePageBacklinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/content/page/06g4xr9s0g000000000000001o/backlinks",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "kind": "page",
            "organization": {
              "object": "organization",
              "title": "Example",
              "emailDomains": [
                "example.com"
              ],
              "id": "06g4xr9s0g0000000000000009",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "type": "business",
              "defaultRole": "read",
              "inviteLinks": true,
              "plan": "free_2024",
              "sso": false,
              "ai": false,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
              },
              "trial": {
                "status": "notapplicable"
              },
              "internal_isOnNewTrial": true,
              "permissions": {
                "view": true,
                "admin": true,
                "ownTeam": false,
                "createContent": true,
                "createOpenAPISpec": true,
                "ingestConversations": false,
                "viewBilling": true,
                "listMembers": true,
                "listTeams": true,
                "listIntegrations": false
              }
            },
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000u",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000034",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "page": {
              "id": "06g4xr9s0g0000000000000033",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
              },
              "slug": "linked",
              "path": "linked",
              "pages": [],
              "layout": {
                "width": "default",
                "cover": true,
                "coverSize": "hero",
                "title": true,
                "description": true,
                "tableOfContents": true,
                "outline": true,
                "pagination": true,
                "metadata": true
              },
              "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
            }
          }
        ]
      }
    },
    "listSpaceFileBacklinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/content/files/06g4xr9s0g000000000000001p/backlinks",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "kind": "page",
            "organization": {
              "object": "organization",
              "title": "Example",
              "emailDomains": [
                "example.com"
              ],
              "id": "06g4xr9s0g0000000000000009",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "type": "business",
              "defaultRole": "read",
              "inviteLinks": true,
              "plan": "free_2024",
              "sso": false,
              "ai": false,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
              },
              "trial": {
                "status": "notapplicable"
              },
              "internal_isOnNewTrial": true,
              "permissions": {
                "view": true,
                "admin": true,
                "ownTeam": false,
                "createContent": true,
                "createOpenAPISpec": true,
                "ingestConversations": false,
                "viewBilling": true,
                "listMembers": true,
                "listTeams": true,
                "listIntegrations": false
              }
            },
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000u",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000036",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "page": {
              "id": "06g4xr9s0g0000000000000035",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
              },
              "slug": "linked",
              "path": "linked",
              "pages": [],
              "layout": {
                "width": "default",
                "cover": true,
                "coverSize": "hero",
                "title": true,
                "description": true,
                "tableOfContents": true,
                "outline": true,
                "pagination": true,
                "metadata": true
              },
              "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
            }
          }
        ]
      }
    },
    "listChangeRequestLinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/links",
      "status": 200,
      "answer": {
        "count": 8,
        "items": [
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "page",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000u",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g000000000000001s",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "page": {
                "id": "06g4xr9s0g000000000000001o",
                "title": "New guide",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide"
                },
                "slug": "guide",
                "path": "guide",
                "pages": [],
                "layout": {
                  "width": "default",
                  "cover": true,
                  "coverSize": "hero",
                  "title": true,
                  "description": true,
                  "tableOfContents": true,
                  "outline": true,
                  "pagination": true,
                  "metadata": true
                },
                "documentId": "5ad39f828fb93f4ac21bfe76b4616f209b0872d4"
              },
              "internalLocation": {
                "type": "anchor",
                "anchor": "x"
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "file",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000u",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g000000000000001s",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "file": {
                "id": "06g4xr9s0g000000000000001p",
                "name": "dot.svg",
                "contentType": "image/svg+xml",
                "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000u/06g4xr9s0g000000000000001p/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/M2QVOGnErjvryi_TwNUfqQ/dot.svg",
                "size": 6
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "space",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "space": {
                "object": "space",
                "id": "06g4xr9s0g0000000000000010",
                "title": "Second",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g0000000000000011",
                "defaultLevel": "read",
                "comments": 0,
                "changeRequests": 0,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 0,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                  "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "collection",
              "organization": {
                "object": "organization",
                "title": "Example",
                "emailDomains": [
                  "example.com"
                ],
                "id": "06g4xr9s0g0000000000000009",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "type": "business",
                "defaultRole": "read",
                "inviteLinks": true,
                "plan": "free_2024",
                "sso": false,
                "ai": false,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                  "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                },
                "trial": {
                  "status": "notapplicable"
                },
                "internal_isOnNewTrial": true,
                "permissions": {
                  "view": true,
                  "admin": true,
                  "ownTeam": false,
                  "createContent": true,
                  "createOpenAPISpec": true,
                  "ingestConversations": false,
                  "viewBilling": true,
                  "listMembers": true,
                  "listTeams": true,
                  "listIntegrations": false
                }
              },
              "collection": {
                "object": "collection",
                "id": "06g4xr9s0g000000000000000g",
                "title": "Outer",
                "organization": "06g4xr9s0g0000000000000009",
                "defaultLevel": "read",
                "urls": {
                  "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
                  "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
                },
                "permissions": {
                  "view": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "create": true
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "user",
              "user": {
                "object": "user",
                "id": "06g4xr9s0g0000000000000003",
                "displayName": "rex",
                "email": "rex@example.com",
                "urls": {
                  "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
                }
              }
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "ok",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "https://example.com"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "in-app",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "http://lectern.test/app/s/x"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          },
          {
            "status": "broken",
            "relation": "reference",
            "targetReference": {
              "kind": "url",
              "url": "lost.md"
            },
            "locationReferences": [
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                }
              },
              {
                "kind": "page",
                "organization": {
                  "object": "organization",
                  "title": "Example",
                  "emailDomains": [
                    "example.com"
                  ],
                  "id": "06g4xr9s0g0000000000000009",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "type": "business",
                  "defaultRole": "read",
                  "inviteLinks": true,
                  "plan": "free_2024",
                  "sso": false,
                  "ai": false,
                  "urls": {
                    "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                    "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
                  },
                  "trial": {
                    "status": "notapplicable"
                  },
                  "internal_isOnNewTrial": true,
                  "permissions": {
                    "view": true,
                    "admin": true,
                    "ownTeam": false,
                    "createContent": true,
                    "createOpenAPISpec": true,
                    "ingestConversations": false,
                    "viewBilling": true,
                    "listMembers": true,
                    "listTeams": true,
                    "listIntegrations": false
                  }
                },
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "page": {
                  "id": "06g4xr9s0g0000000000000037",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
                  },
                  "slug": "linked",
                  "path": "linked",
                  "pages": [],
                  "layout": {
                    "width": "default",
                    "cover": true,
                    "coverSize": "hero",
                    "title": true,
                    "description": true,
                    "tableOfContents": true,
                    "outline": true,
                    "pagination": true,
                    "metadata": true
                  },
                  "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
                },
                "internalLocation": {
                  "type": "anchor",
                  "anchor": "elsewhere"
                }
              }
            ]
          }
        ],
        "stats": {
          "total": 8,
          "broken": {
            "total": 1,
            "changeRequest": 1
          }
        }
      }
    },
    "listPageLinksInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/content/page/06g4xr9s0g000000000000001o/links",
      "status": 200,
      "answer": {
        "count": 0,
        "items": [],
        "stats": {
          "total": 0,
          "broken": {
            "total": 0,
            "changeRequest": 0
          }
        }
      }
    },
    "listChangeRequestPageBacklinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/content/page/06g4xr9s0g000000000000001o/backlinks",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "kind": "page",
            "organization": {
              "object": "organization",
              "title": "Example",
              "emailDomains": [
                "example.com"
              ],
              "id": "06g4xr9s0g0000000000000009",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "type": "business",
              "defaultRole": "read",
              "inviteLinks": true,
              "plan": "free_2024",
              "sso": false,
              "ai": false,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
              },
              "trial": {
                "status": "notapplicable"
              },
              "internal_isOnNewTrial": true,
              "permissions": {
                "view": true,
                "admin": true,
                "ownTeam": false,
                "createContent": true,
                "createOpenAPISpec": true,
                "ingestConversations": false,
                "viewBilling": true,
                "listMembers": true,
                "listTeams": true,
                "listIntegrations": false
              }
            },
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000u",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001s",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "page": {
              "id": "06g4xr9s0g000000000000003b",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
              },
              "slug": "linked",
              "path": "linked",
              "pages": [],
              "layout": {
                "width": "default",
                "cover": true,
                "coverSize": "hero",
                "title": true,
                "description": true,
                "tableOfContents": true,
                "outline": true,
                "pagination": true,
                "metadata": true
              },
              "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
            }
          }
        ]
      }
    },
    "listChangeRequestFileBacklinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/content/files/06g4xr9s0g000000000000001p/backlinks",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "kind": "page",
            "organization": {
              "object": "organization",
              "title": "Example",
              "emailDomains": [
                "example.com"
              ],
              "id": "06g4xr9s0g0000000000000009",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "type": "business",
              "defaultRole": "read",
              "inviteLinks": true,
              "plan": "free_2024",
              "sso": false,
              "ai": false,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009",
                "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009"
              },
              "trial": {
                "status": "notapplicable"
              },
              "internal_isOnNewTrial": true,
              "permissions": {
                "view": true,
                "admin": true,
                "ownTeam": false,
                "createContent": true,
                "createOpenAPISpec": true,
                "ingestConversations": false,
                "viewBilling": true,
                "listMembers": true,
                "listTeams": true,
                "listIntegrations": false
              }
            },
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000u",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001s",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "page": {
              "id": "06g4xr9s0g000000000000003d",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/linked"
              },
              "slug": "linked",
              "path": "linked",
              "pages": [],
              "layout": {
                "width": "default",
                "cover": true,
                "coverSize": "hero",
                "title": true,
                "description": true,
                "tableOfContents": true,
                "outline": true,
                "pagination": true,
                "metadata": true
              },
              "documentId": "9c9a9e80e56a24e2003473f6c67250bdf6c84fad"
            }
          }
        ]
      }
    },
    "getReviewsByChangeRequestId": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/reviews",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "change-request-review",
            "id": "06g4xr9s0g000000000000003f",
            "revision": "06g4xr9s0g000000000000001u",
            "reviewer": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "status": "approved",
            "outdated": false,
            "comment": {
              "object": "comment",
              "id": "06g4xr9s0g000000000000003g",
              "postedBy": {
                "object": "user",
                "id": "06g4xr9s0g0000000000000001",
                "displayName": "ada",
                "email": "ada@example.com",
                "urls": {
                  "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                }
              },
              "postedAt": "2026-01-31T09:00:00.000Z",
              "reactions": [],
              "body": {
                "markdown": "Good"
              },
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/comments/06g4xr9s0g000000000000003g"
              },
              "permissions": {
                "view": true,
                "edit": true,
                "reply": true,
                "react": true,
                "delete": true
              },
              "replies": 0,
              "target": {
                "space": "06g4xr9s0g000000000000000u",
                "revision": "06g4xr9s0g000000000000001u",
                "changeRequest": "06g4xr9s0g000000000000001t",
                "review": "06g4xr9s0g000000000000003f"
              },
              "status": "open"
            },
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z"
          }
        ]
      }
    },
    "submitChangeRequestReview": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/reviews",
      "body": {
        "status": "approved"
      },
      "status": 201,
      "answer": {
        "object": "change-request-review",
        "id": "06g4xr9s0g000000000000003h",
        "revision": "06g4xr9s0g000000000000001u",
        "reviewer": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "status": "approved",
        "outdated": false,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z"
      }
    },
    "getRequestedReviewersByChangeRequestId": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/requested-reviewers",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "change-request-requested-reviewer",
            "kind": "user",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "revision": "06g4xr9s0g000000000000001u",
            "requestedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "createdAt": "2026-01-31T09:00:00.000Z"
          }
        ]
      }
    },
    "requestReviewersForChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/requested-reviewers",
      "body": {
        "users": [
          "06g4xr9s0g0000000000000001",
          "06g4xr9s0g0000000000000003"
        ],
        "subject": "Please look"
      },
      "status": 200,
      "answer": {
        "users": [
          {
            "object": "change-request-requested-reviewer",
            "kind": "user",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "revision": "06g4xr9s0g000000000000001u",
            "requestedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "createdAt": "2026-01-31T09:00:00.000Z"
          },
          {
            "object": "change-request-requested-reviewer",
            "kind": "user",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000003",
              "displayName": "rex",
              "email": "rex@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
              }
            },
            "revision": "06g4xr9s0g000000000000001u",
            "requestedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "createdAt": "2026-01-31T09:00:00.000Z"
          }
        ]
      }
    },
    "removeRequestedReviewerFromChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/requested-reviewers/06g4xr9s0g0000000000000001",
      "status": 204
    },
    "getContributorsByChangeRequestId": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/1/contributors",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "count": 1,
            "updatedAt": "2026-01-31T09:00:00.000Z"
          }
        ]
      }
    },
    "listSAMLProvidersInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml?limit=1",
      "status": 200,
      "answer": {
        "next": {
          "page": "ZTIxNDU3NDhjZjVkNmUwZVsiMDZnNHhyOXMwZzAwMDAwMDAwMDAwMDAwMDkiLCIwNmc0eHI5czBnMDAwMDAwMDAwMDAwMDAwciJd"
        },
        "count": 2,
        "items": [
          {
            "object": "saml-provider",
            "label": "Active",
            "entityID": "https://idp.example/entity",
            "certificate": "-----BEGIN CERTIFICATE-----\nMIIBQDCB86ADAgECAhQy4eoFFmmYiSDYbUyT3mNoZvodvzAFBgMrZXAwFjEUMBIG\nA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIxMTEzMTIxWhcNMzYxMTE4MTEzMTIx\nWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTAqMAUGAytlcAMhANLhrYFBndjq2Lmv\n9v/RaXQsqe6vuzf1/sBUqRw/IViZo1MwUTAdBgNVHQ4EFgQUK/eNKDzHrCVOWk9V\nNRJSasPKF28wHwYDVR0jBBgwFoAUK/eNKDzHrCVOWk9VNRJSasPKF28wDwYDVR0T\nAQH/BAUwAwEB/zAFBgMrZXADQQCqDaqCOfHDbcEKyBUMWjxgC9rELCCGmvaS089h\n+3zNOe5JpgKoFBR7X+bWl5nOu63psg3TOXHtjSgBRYCHtbAP\n-----END CERTIFICATE-----",
            "ssoURL": "https://idp.example/sso",
            "id": "06g4xr9s0g000000000000000r",
            "defaultRole": null,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "status": "active",
            "service": {
              "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/acs",
              "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/start",
              "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r"
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r"
            }
          }
        ]
      }
    },
    "createOrganizationSAMLProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml",
      "body": {
        "label": "Made",
        "entityID": "https://idp.example/made",
        "ssoURL": "https://idp.example/made/sso",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIIBQDCB86ADAgECAhQy4eoFFmmYiSDYbUyT3mNoZvodvzAFBgMrZXAwFjEUMBIG\nA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIxMTEzMTIxWhcNMzYxMTE4MTEzMTIx\nWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTAqMAUGAytlcAMhANLhrYFBndjq2Lmv\n9v/RaXQsqe6vuzf1/sBUqRw/IViZo1MwUTAdBgNVHQ4EFgQUK/eNKDzHrCVOWk9V\nNRJSasPKF28wHwYDVR0jBBgwFoAUK/eNKDzHrCVOWk9VNRJSasPKF28wDwYDVR0T\nAQH/BAUwAwEB/zAFBgMrZXADQQCqDaqCOfHDbcEKyBUMWjxgC9rELCCGmvaS089h\n+3zNOe5JpgKoFBR7X+bWl5nOu63psg3TOXHtjSgBRYCHtbAP\n-----END CERTIFICATE-----",
        "defaultRole": null
      },
      "status": 201,
      "answer": {
        "object": "saml-provider",
        "label": "Made",
        "entityID": "https://idp.example/made",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIIBQDCB86ADAgECAhQy4eoFFmmYiSDYbUyT3mNoZvodvzAFBgMrZXAwFjEUMBIG\nA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIxMTEzMTIxWhcNMzYxMTE4MTEzMTIx\nWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTAqMAUGAytlcAMhANLhrYFBndjq2Lmv\n9v/RaXQsqe6vuzf1/sBUqRw/IViZo1MwUTAdBgNVHQ4EFgQUK/eNKDzHrCVOWk9V\nNRJSasPKF28wHwYDVR0jBBgwFoAUK/eNKDzHrCVOWk9VNRJSasPKF28wDwYDVR0T\nAQH/BAUwAwEB/zAFBgMrZXADQQCqDaqCOfHDbcEKyBUMWjxgC9rELCCGmvaS089h\n+3zNOe5JpgKoFBR7X+bWl5nOu63psg3TOXHtjSgBRYCHtbAP\n-----END CERTIFICATE-----",
        "ssoURL": "https://idp.example/made/sso",
        "id": "06g4xr9s0g000000000000003i",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "status": "active",
        "service": {
          "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000003i/acs",
          "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000003i/start",
          "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000003i"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000003i"
        }
      }
    },
    "getOrganizationSAMLProviderById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r",
      "status": 200,
      "answer": {
        "object": "saml-provider",
        "label": "Active",
        "entityID": "https://idp.example/entity",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIIBQDCB86ADAgECAhQy4eoFFmmYiSDYbUyT3mNoZvodvzAFBgMrZXAwFjEUMBIG\nA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIxMTEzMTIxWhcNMzYxMTE4MTEzMTIx\nWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTAqMAUGAytlcAMhANLhrYFBndjq2Lmv\n9v/RaXQsqe6vuzf1/sBUqRw/IViZo1MwUTAdBgNVHQ4EFgQUK/eNKDzHrCVOWk9V\nNRJSasPKF28wHwYDVR0jBBgwFoAUK/eNKDzHrCVOWk9VNRJSasPKF28wDwYDVR0T\nAQH/BAUwAwEB/zAFBgMrZXADQQCqDaqCOfHDbcEKyBUMWjxgC9rELCCGmvaS089h\n+3zNOe5JpgKoFBR7X+bWl5nOu63psg3TOXHtjSgBRYCHtbAP\n-----END CERTIFICATE-----",
        "ssoURL": "https://idp.example/sso",
        "id": "06g4xr9s0g000000000000000r",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "status": "active",
        "service": {
          "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/acs",
          "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/start",
          "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r"
        }
      }
    },
    "updateOrganizationSAMLProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r",
      "body": {
        "label": "Renamed",
        "certificate": "none"
      },
      "status": 200,
      "answer": {
        "object": "saml-provider",
        "label": "Renamed",
        "entityID": "https://idp.example/entity",
        "certificate": "none",
        "ssoURL": "https://idp.example/sso",
        "id": "06g4xr9s0g000000000000000r",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "status": "pending",
        "service": {
          "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/acs",
          "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/start",
          "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r"
        }
      }
    },
    "deleteOrganizationSAMLProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000r",
      "status": 204
    },
    "listSSOProviderLoginsInOrganization": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sso",
      "status": 200,
      "answer": {
        "items": [
          {
            "id": "06g4xr9s0g000000000000000r",
            "label": "Active",
            "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000r/start"
          },
          {
            "id": "06g4xr9s0g000000000000000t",
            "label": "Active",
            "startURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000t/start"
          }
        ]
      }
    },
    "listOpenIDProvidersInOrganization": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openid?limit=1",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "openid-provider",
            "label": "Active",
            "issuer": "https://idp.example",
            "clientId": "lectern",
            "id": "06g4xr9s0g000000000000000t",
            "defaultRole": null,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "hasSecret": true,
            "service": {
              "startURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000t/start",
              "redirectURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000t/callback"
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000t"
            }
          }
        ]
      }
    },
    "createOpenIDProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openid",
      "body": {
        "label": "Made",
        "issuer": "https://idp.example/made",
        "clientId": "lectern",
        "clientSecret": "hush"
      },
      "status": 201,
      "answer": {
        "object": "openid-provider",
        "label": "Made",
        "issuer": "https://idp.example/made",
        "clientId": "lectern",
        "id": "06g4xr9s0g000000000000003j",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "hasSecret": true,
        "service": {
          "startURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000003j/start",
          "redirectURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000003j/callback"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000003j"
        }
      }
    },
    "getOpenIDProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000t",
      "status": 200,
      "answer": {
        "object": "openid-provider",
        "label": "Active",
        "issuer": "https://idp.example",
        "clientId": "lectern",
        "id": "06g4xr9s0g000000000000000t",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "hasSecret": true,
        "service": {
          "startURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000t/start",
          "redirectURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000t/callback"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000t"
        }
      }
    },
    "updateOpenIDProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000t",
      "body": {
        "label": "Renamed",
        "clientSecret": null
      },
      "status": 200,
      "answer": {
        "object": "openid-provider",
        "label": "Renamed",
        "issuer": "https://idp.example",
        "clientId": "lectern",
        "id": "06g4xr9s0g000000000000000t",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "hasSecret": false,
        "service": {
          "startURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000t/start",
          "redirectURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000t/callback"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000t"
        }
      }
    },
    "deleteOpenIDProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000t",
      "status": 204
    },
    "listCommentsInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/comments",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment",
            "id": "06g4xr9s0g000000000000001v",
            "postedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "postedAt": "2026-01-31T09:00:00.000Z",
            "reactions": [
              {
                "emoji": "👍",
                "count": 1,
                "users": [
                  {
                    "user": {
                      "object": "user",
                      "id": "06g4xr9s0g0000000000000001",
                      "displayName": "ada",
                      "email": "ada@example.com",
                      "urls": {
                        "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                      }
                    },
                    "reactedAt": "2026-01-31T09:00:00.000Z"
                  }
                ]
              }
            ],
            "body": {
              "markdown": "What for?"
            },
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v"
            },
            "permissions": {
              "view": true,
              "edit": true,
              "reply": true,
              "react": true,
              "delete": true
            },
            "replies": 1,
            "target": {
              "space": "06g4xr9s0g000000000000000u",
              "revision": "06g4xr9s0g000000000000001s",
              "page": {
                "id": "06g4xr9s0g000000000000001o",
                "title": "Guide",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "path": "guide",
                "outdated": false
              }
            },
            "status": "open"
          }
        ]
      }
    },
    "postCommentInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/comments",
      "body": {
        "body": {
          "markdown": "Why?"
        },
        "page": "06g4xr9s0g000000000000001o",
        "node": "n1"
      },
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g000000000000003k",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "Why?"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000003k"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 0,
        "target": {
          "space": "06g4xr9s0g000000000000000u",
          "revision": "06g4xr9s0g000000000000001s",
          "page": {
            "id": "06g4xr9s0g000000000000001o",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          },
          "node": {
            "id": "n1"
          }
        },
        "status": "open"
      }
    },
    "getCommentInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v",
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g000000000000001v",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [
          {
            "emoji": "👍",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          }
        ],
        "body": {
          "markdown": "What for?"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 1,
        "target": {
          "space": "06g4xr9s0g000000000000000u",
          "revision": "06g4xr9s0g000000000000001s",
          "page": {
            "id": "06g4xr9s0g000000000000001o",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          }
        },
        "status": "open"
      }
    },
    "updateCommentInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v",
      "body": {
        "body": {
          "markdown": "Because"
        },
        "addedReactions": [
          "🎉",
          "1f44d"
        ],
        "resolved": true
      },
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g000000000000001v",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "editedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [
          {
            "emoji": "👍",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          },
          {
            "emoji": "🎉",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          }
        ],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        },
        "replies": 1,
        "target": {
          "space": "06g4xr9s0g000000000000000u",
          "revision": "06g4xr9s0g000000000000001s",
          "page": {
            "id": "06g4xr9s0g000000000000001o",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "path": "guide",
            "outdated": false
          }
        },
        "status": "resolved",
        "resolvedAt": "2026-01-31T09:00:00.000Z",
        "resolvedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        }
      }
    },
    "deleteCommentInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v",
      "status": 204
    },
    "listCommentRepliesInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v/replies",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment-reply",
            "id": "06g4xr9s0g0000000000000020",
            "postedBy": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "postedAt": "2026-01-31T09:00:00.000Z",
            "reactions": [],
            "body": {
              "markdown": "To see"
            },
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020"
            },
            "permissions": {
              "view": true,
              "edit": true,
              "reply": true,
              "react": true,
              "delete": true
            }
          }
        ]
      }
    },
    "postCommentReplyInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v/replies",
      "body": {
        "body": {
          "markdown": "Because"
        }
      },
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g000000000000003l",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g000000000000003l"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "getCommentReplyInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020",
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g0000000000000020",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [],
        "body": {
          "markdown": "To see"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "updateCommentReplyInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020",
      "body": {
        "body": {
          "markdown": "Because"
        },
        "addedReactions": [
          "🎉"
        ],
        "removedReactions": [
          "👍"
        ]
      },
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g0000000000000020",
        "postedBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "postedAt": "2026-01-31T09:00:00.000Z",
        "editedAt": "2026-01-31T09:00:00.000Z",
        "reactions": [
          {
            "emoji": "🎉",
            "count": 1,
            "users": [
              {
                "user": {
                  "object": "user",
                  "id": "06g4xr9s0g0000000000000001",
                  "displayName": "ada",
                  "email": "ada@example.com",
                  "urls": {
                    "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
                  }
                },
                "reactedAt": "2026-01-31T09:00:00.000Z"
              }
            ]
          }
        ],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020"
        },
        "permissions": {
          "view": true,
          "edit": true,
          "reply": true,
          "react": true,
          "delete": true
        }
      }
    },
    "deleteCommentReplyInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/comments/06g4xr9s0g000000000000001v/replies/06g4xr9s0g0000000000000020",
      "status": 204
    },
    "listCommentersInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/commenters",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "member",
            "id": "06g4xr9s0g0000000000000001",
            "role": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "disabled": false,
            "joinedAt": "2026-01-31T09:00:00.000Z",
            "sso": false,
            "spaces": 4,
            "teams": 0
          }
        ]
      }
    },
    "transferCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/transfer",
      "body": {
        "organization": "06g4xr9s0g000000000000000f"
      },
      "status": 200,
      "answer": {
        "object": "collection",
        "id": "06g4xr9s0g000000000000000g",
        "title": "Outer",
        "organization": "06g4xr9s0g000000000000000f",
        "defaultLevel": "read",
        "urls": {
          "location": "http://lectern.test/v1/collections/06g4xr9s0g000000000000000g",
          "app": "http://lectern.test/app/c/06g4xr9s0g000000000000000g"
        },
        "permissions": {
          "view": true,
          "admin": true,
          "viewInviteLinks": true,
          "create": true
        }
      }
    },
    "transferSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/transfer",
      "body": {
        "organization": "06g4xr9s0g000000000000000f"
      },
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000u",
        "title": "Main",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g000000000000000f",
        "revision": "06g4xr9s0g000000000000001s",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
        },
        "permissions": {
          "view": true,
          "access": true,
          "admin": true,
          "viewInviteLinks": true,
          "edit": true,
          "triggerGitSync": false,
          "comment": true,
          "merge": true,
          "review": true
        }
      }
    },
    "inviteToSpace": {
      "path": "/v1/spaces/06g4xr9s0g0000000000000010/permissions",
      "body": {
        "role": "edit",
        "users": [
          "06g4xr9s0g0000000000000005",
          "06g4xr9s0g0000000000000003"
        ],
        "teams": [
          "06g4xr9s0g000000000000000j"
        ]
      },
      "status": 204
    },
    "listUserPermissionsInSpace": {
      "path": "/v1/spaces/06g4xr9s0g0000000000000010/permissions/users",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            }
          }
        ]
      }
    },
    "listTeamPermissionsInSpace": {
      "path": "/v1/spaces/06g4xr9s0g0000000000000010/permissions/teams",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "team": {
              "object": "team",
              "id": "06g4xr9s0g000000000000000j",
              "title": "Writers",
              "members": 1,
              "spaces": 1,
              "createdAt": "2026-01-31T09:00:00.000Z",
              "permissions": {
                "admin": true,
                "view": true
              }
            }
          }
        ]
      }
    },
    "listPermissionsAggregateInSpace": {
      "path": "/v1/spaces/06g4xr9s0g0000000000000010/permissions/aggregate",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "permission": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000003",
              "displayName": "rex",
              "email": "rex@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
              }
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            }
          },
          {
            "permission": "read",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g000000000000000d",
              "displayName": "Exports",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
              }
            }
          }
        ]
      }
    },
    "updateUserPermissionInSpace": {
      "path": "/v1/spaces/06g4xr9s0g0000000000000010/permissions/users/06g4xr9s0g0000000000000005",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeUserFromSpace": {
      "path": "/v1/spaces/06g4xr9s0g0000000000000010/permissions/users/06g4xr9s0g0000000000000005",
      "status": 204
    },
    "updateTeamPermissionInSpace": {
      "path": "/v1/spaces/06g4xr9s0g0000000000000010/permissions/teams/06g4xr9s0g000000000000000j",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeTeamFromSpace": {
      "path": "/v1/spaces/06g4xr9s0g0000000000000010/permissions/teams/06g4xr9s0g000000000000000j",
      "status": 204
    },
    "inviteToCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions",
      "body": {
        "role": "edit",
        "users": [
          "06g4xr9s0g0000000000000005",
          "06g4xr9s0g0000000000000003"
        ],
        "teams": [
          "06g4xr9s0g000000000000000j"
        ]
      },
      "status": 204
    },
    "listUserPermissionsInCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/users",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            }
          }
        ]
      }
    },
    "listTeamPermissionsInCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/teams",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "team": {
              "object": "team",
              "id": "06g4xr9s0g000000000000000j",
              "title": "Writers",
              "members": 1,
              "spaces": 0,
              "createdAt": "2026-01-31T09:00:00.000Z",
              "permissions": {
                "admin": true,
                "view": true
              }
            }
          }
        ]
      }
    },
    "listPermissionsAggregateInCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/aggregate",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "permission": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000003",
              "displayName": "rex",
              "email": "rex@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
              }
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            }
          },
          {
            "permission": "read",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g000000000000000d",
              "displayName": "Exports",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
              }
            }
          }
        ]
      }
    },
    "updateUserPermissionInCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/users/06g4xr9s0g0000000000000005",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeUserFromCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/users/06g4xr9s0g0000000000000005",
      "status": 204
    },
    "updateTeamPermissionInCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/teams/06g4xr9s0g000000000000000j",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeTeamFromCollection": {
      "path": "/v1/collections/06g4xr9s0g000000000000000g/permissions/teams/06g4xr9s0g000000000000000j",
      "status": 204
    },
    "inviteToSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/permissions",
      "body": {
        "role": "edit",
        "users": [
          "06g4xr9s0g0000000000000005",
          "06g4xr9s0g0000000000000003"
        ],
        "teams": [
          "06g4xr9s0g000000000000000j"
        ]
      },
      "status": 204
    },
    "listUserPermissionsInSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/permissions/users",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            }
          }
        ]
      }
    },
    "listTeamPermissionsInSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/permissions/teams",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "permission": "edit",
            "team": {
              "object": "team",
              "id": "06g4xr9s0g000000000000000j",
              "title": "Writers",
              "members": 1,
              "spaces": 2,
              "createdAt": "2026-01-31T09:00:00.000Z",
              "permissions": {
                "admin": true,
                "view": true
              }
            }
          }
        ]
      }
    },
    "listPermissionsAggregateInSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/permissions/aggregate",
      "status": 200,
      "answer": {
        "count": 4,
        "items": [
          {
            "permission": "admin",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000001",
              "displayName": "ada",
              "email": "ada@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
              }
            },
            "origin": {
              "type": "organization",
              "organization": "06g4xr9s0g0000000000000009"
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000003",
              "displayName": "rex",
              "email": "rex@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
              }
            },
            "origin": {
              "type": "organization",
              "organization": "06g4xr9s0g0000000000000009"
            }
          },
          {
            "permission": "edit",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g0000000000000005",
              "displayName": "gus",
              "email": "gus@example.com",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000005"
              }
            },
            "origin": {
              "type": "organization",
              "organization": "06g4xr9s0g0000000000000009"
            }
          },
          {
            "permission": "read",
            "user": {
              "object": "user",
              "id": "06g4xr9s0g000000000000000d",
              "displayName": "Exports",
              "urls": {
                "location": "http://lectern.test/v1/users/06g4xr9s0g000000000000000d"
              }
            },
            "origin": {
              "type": "organization",
              "organization": "06g4xr9s0g0000000000000009"
            }
          }
        ]
      }
    },
    "updateUserPermissionInSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/permissions/users/06g4xr9s0g0000000000000005",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeUserFromSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/permissions/users/06g4xr9s0g0000000000000005",
      "status": 204
    },
    "updateTeamPermissionInSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/permissions/teams/06g4xr9s0g000000000000000j",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeTeamFromSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/permissions/teams/06g4xr9s0g000000000000000j",
      "status": 204
    },
    "listTeamsInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "team",
            "id": "06g4xr9s0g000000000000000j",
            "title": "Writers",
            "members": 1,
            "spaces": 0,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "permissions": {
              "admin": true,
              "view": true
            }
          }
        ]
      }
    },
    "createOrganizationTeam": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams",
      "body": {
        "title": "Made",
        "members": [
          "06g4xr9s0g0000000000000003",
          "06g4xr9s0g0000000000000005"
        ]
      },
      "status": 201,
      "answer": {
        "object": "team",
        "id": "06g4xr9s0g000000000000003m",
        "title": "Made",
        "members": 2,
        "spaces": 0,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "admin": true,
          "view": true
        }
      }
    },
    "getTeamInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j",
      "status": 200,
      "answer": {
        "object": "team",
        "id": "06g4xr9s0g000000000000000j",
        "title": "Writers",
        "members": 1,
        "spaces": 0,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "admin": true,
          "view": true
        }
      }
    },
    "updateTeamInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j",
      "body": {
        "title": "Renamed"
      },
      "status": 200,
      "answer": {
        "object": "team",
        "id": "06g4xr9s0g000000000000000j",
        "title": "Renamed",
        "members": 1,
        "spaces": 0,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "admin": true,
          "view": true
        }
      }
    },
    "removeTeamFromOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j",
      "status": 204
    },
    "listTeamMembersInOrganizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j/members",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "organization": {
              "object": "member",
              "id": "06g4xr9s0g0000000000000003",
              "role": "read",
              "user": {
                "object": "user",
                "id": "06g4xr9s0g0000000000000003",
                "displayName": "rex",
                "email": "rex@example.com",
                "urls": {
                  "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000003"
                }
              },
              "disabled": false,
              "joinedAt": "2026-01-31T09:00:00.000Z",
              "sso": false,
              "spaces": 3,
              "teams": 1
            },
            "team": {
              "role": "member"
            },
            "permissions": {
              "view": true
            }
          }
        ]
      }
    },
    "updateMembersInOrganizationTeam": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j/members",
      "body": {
        "add": [
          "06g4xr9s0g0000000000000001",
          "gus@example.com"
        ],
        "remove": [
          "06g4xr9s0g0000000000000003"
        ],
        "memberships": {
          "06g4xr9s0g0000000000000001": {
            "role": "owner"
          }
        }
      },
      "status": 204
    },
    "addMemberToOrganizationTeamById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j/members/06g4xr9s0g0000000000000005",
      "body": {
        "role": "owner"
      },
      "status": 204
    },
    "deleteMemberFromOrganizationTeamById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/teams/06g4xr9s0g000000000000000j/members/06g4xr9s0g0000000000000003",
      "status": 204
    },
    "listTeamsForOrganizationMember": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/members/06g4xr9s0g0000000000000003/teams",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "team": {
              "object": "team",
              "id": "06g4xr9s0g000000000000000j",
              "title": "Writers",
              "members": 1,
              "spaces": 0,
              "createdAt": "2026-01-31T09:00:00.000Z",
              "permissions": {
                "admin": true,
                "view": true
              }
            },
            "member": {
              "role": "member"
            }
          }
        ]
      }
    },
    "listSites": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites",
      "status": 200,
      "answer": {
        "count": 3,
        "items": [
          {
            "object": "site",
            "id": "06g4xr9s0g000000000000001c",
            "type": "basic",
            "title": "Docs",
            "visibility": "public",
            "published": false,
            "siteSpaces": 2,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "adaptiveContent": {
              "enabled": false
            },
            "agentsContext": "included",
            "features": [],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c"
            }
          },
          {
            "object": "site",
            "id": "06g4xr9s0g000000000000001d",
            "type": "basic",
            "title": "Hidden",
            "visibility": "public",
            "published": false,
            "siteSpaces": 0,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "adaptiveContent": {
              "enabled": false
            },
            "agentsContext": "included",
            "features": [],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d"
            }
          },
          {
            "object": "site",
            "id": "06g4xr9s0g000000000000001e",
            "type": "basic",
            "title": "Parts",
            "visibility": "public",
            "published": false,
            "siteSpaces": 2,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "adaptiveContent": {
              "enabled": false
            },
            "agentsContext": "included",
            "features": [],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e"
            }
          }
        ]
      }
    },
    "createSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites",
      "body": {
        "title": "Made",
        "type": "premium",
        "spaces": [
          "06g4xr9s0g0000000000000010",
          "06g4xr9s0g000000000000000u"
        ]
      },
      "status": 201,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000003p",
        "type": "premium",
        "title": "Made",
        "visibility": "public",
        "published": false,
        "siteSpaces": 2,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "adaptiveContent": {
          "enabled": false
        },
        "agentsContext": "included",
        "features": [],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000003p",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000003p"
        }
      }
    },
    "getSiteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
      "status": 200,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000001c",
        "type": "basic",
        "title": "Docs",
        "visibility": "public",
        "published": false,
        "siteSpaces": 2,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "adaptiveContent": {
          "enabled": false
        },
        "agentsContext": "included",
        "features": [],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c"
        }
      }
    },
    "updateSiteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
      "body": {
        "title": "Renamed",
        "basename": "docs",
        "adaptiveContent": {
          "enabled": true
        },
        "proxy": "example.com/docs"
      },
      "status": 200,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000001c",
        "type": "basic",
        "title": "Renamed",
        "basename": "docs",
        "proxy": {
          "origin": "example.com/docs",
          "target": "http://lectern.test/sites/docs/"
        },
        "visibility": "public",
        "published": false,
        "siteSpaces": 2,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "adaptiveContent": {
          "enabled": true
        },
        "agentsContext": "included",
        "features": [
          {
            "id": "sites-adaptive-content",
            "plan": "basic",
            "frozen": false
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c"
        }
      }
    },
    "deleteSiteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
      "status": 204
    },
    "publishSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/publish",
      "status": 200,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000001c",
        "type": "basic",
        "title": "Docs",
        "visibility": "public",
        "published": true,
        "siteSpaces": 2,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "adaptiveContent": {
          "enabled": false
        },
        "agentsContext": "included",
        "features": [],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
          "published": "http://lectern.test/sites/06g4xr9s0g000000000000001c/"
        }
      }
    },
    "unpublishSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/unpublish",
      "status": 200,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000001c",
        "type": "basic",
        "title": "Docs",
        "visibility": "public",
        "published": false,
        "siteSpaces": 2,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "adaptiveContent": {
          "enabled": false
        },
        "agentsContext": "included",
        "features": [],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c"
        }
      }
    },
    "getSitePublishingAuthById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/publishing/auth",
      "status": 200,
      "answer": {
        "object": "publishing-auth",
        "backend": "custom",
        "privateKey": "secret-000000000000000000000000000000000019",
        "oldKeys": []
      }
    },
    "updateSitePublishingAuthById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/publishing/auth",
      "body": {
        "backend": "custom",
        "fallbackURL": "https://example.com/login"
      },
      "status": 200,
      "answer": {
        "object": "publishing-auth",
        "backend": "custom",
        "privateKey": "secret-000000000000000000000000000000000019",
        "oldKeys": [],
        "fallbackURL": "https://example.com/login"
      }
    },
    "regenerateSitePublishingAuthById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/publishing/auth/regenerate",
      "status": 200,
      "answer": {
        "object": "publishing-auth",
        "backend": "custom",
        "privateKey": "secret-000000000000000000000000000000000032",
        "oldKeys": []
      }
    },
    "rotateSitePublishingKey": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/publishing/keys",
      "body": {
        "overlap": 60
      },
      "status": 201,
      "answer": {
        "object": "publishing-auth",
        "backend": "custom",
        "privateKey": "secret-000000000000000000000000000000000033",
        "oldKeys": [
          {
            "id": "06g4xr9s0g000000000000003q",
            "expires": "2026-01-31T09:01:00.000Z"
          }
        ]
      }
    },
    "deleteSitePublishingKeyById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/publishing/keys/unknown",
      "status": 204
    },
    "listSiteSpaces": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces",
      "status": 200,
      "answer": {
        "count": 2,
        "items": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001a",
            "path": "main",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000u",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001s",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Main",
            "default": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001a"
            }
          },
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001b",
            "path": "second",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g0000000000000010",
              "title": "Second",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000011",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Second",
            "default": false,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001b"
            }
          }
        ]
      }
    },
    "addSpaceToSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces",
      "body": {
        "spaceId": "06g4xr9s0g0000000000000014"
      },
      "status": 201,
      "answer": {
        "object": "site-space",
        "id": "06g4xr9s0g000000000000003r",
        "path": "locked",
        "space": {
          "object": "space",
          "id": "06g4xr9s0g0000000000000014",
          "title": "Locked",
          "emoji": "1f4d6",
          "visibility": "private",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "updatedAt": "2026-01-31T09:00:00.000Z",
          "editMode": "locked",
          "organization": "06g4xr9s0g0000000000000009",
          "revision": "06g4xr9s0g0000000000000015",
          "defaultLevel": "read",
          "comments": 0,
          "changeRequests": 0,
          "changeRequestsOpen": 0,
          "changeRequestsDraft": 0,
          "urls": {
            "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000014",
            "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000014"
          },
          "permissions": {
            "view": true,
            "access": true,
            "admin": true,
            "viewInviteLinks": true,
            "edit": true,
            "triggerGitSync": false,
            "comment": true,
            "merge": true,
            "review": true
          }
        },
        "title": "Locked",
        "default": false,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000003r"
        }
      }
    },
    "deleteSiteSpaceById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001a",
      "status": 204
    },
    "updateSiteSpaceById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001a",
      "body": {
        "path": "path",
        "condition": "visitor.claims.beta",
        "spaceId": "06g4xr9s0g0000000000000014"
      },
      "status": 200,
      "answer": {
        "object": "site-space",
        "id": "06g4xr9s0g000000000000001a",
        "path": "path",
        "space": {
          "object": "space",
          "id": "06g4xr9s0g0000000000000014",
          "title": "Locked",
          "emoji": "1f4d6",
          "visibility": "private",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "updatedAt": "2026-01-31T09:00:00.000Z",
          "editMode": "locked",
          "organization": "06g4xr9s0g0000000000000009",
          "revision": "06g4xr9s0g0000000000000015",
          "defaultLevel": "read",
          "comments": 0,
          "changeRequests": 0,
          "changeRequestsOpen": 0,
          "changeRequestsDraft": 0,
          "urls": {
            "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000014",
            "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000014"
          },
          "permissions": {
            "view": true,
            "access": true,
            "admin": true,
            "viewInviteLinks": true,
            "edit": true,
            "triggerGitSync": false,
            "comment": true,
            "merge": true,
            "review": true
          }
        },
        "title": "Locked",
        "default": true,
        "condition": "visitor.claims.beta",
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001a"
        }
      }
    },
    "moveSiteSpace": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001a/move",
      "body": {
        "position": {
          "after": {
            "type": "site-space",
            "siteSpace": "06g4xr9s0g000000000000001b"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-space",
        "id": "06g4xr9s0g000000000000001a",
        "path": "main",
        "space": {
          "object": "space",
          "id": "06g4xr9s0g000000000000000u",
          "title": "Main",
          "emoji": "1f4d6",
          "visibility": "private",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "updatedAt": "2026-01-31T09:00:00.000Z",
          "editMode": "live",
          "organization": "06g4xr9s0g0000000000000009",
          "revision": "06g4xr9s0g000000000000001s",
          "defaultLevel": "read",
          "comments": 1,
          "changeRequests": 1,
          "changeRequestsOpen": 0,
          "changeRequestsDraft": 1,
          "urls": {
            "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
            "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
          },
          "permissions": {
            "view": true,
            "access": true,
            "admin": true,
            "viewInviteLinks": true,
            "edit": true,
            "triggerGitSync": false,
            "comment": true,
            "merge": true,
            "review": true
          }
        },
        "title": "Main",
        "default": true,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001a"
        }
      }
    },
    "listSiteSections": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections",
      "status": 200,
      "answer": {
        "count": 2,
        "items": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001f",
            "title": "Open",
            "default": true,
            "path": "open",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001g",
                "path": "main",
                "section": "06g4xr9s0g000000000000001f",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Main",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001g"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001f"
            }
          },
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001i",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001l",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001j",
                "path": "second",
                "section": "06g4xr9s0g000000000000001i",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g0000000000000010",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000011",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                    "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Second",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001j"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001i"
            }
          }
        ]
      }
    },
    "addSectionToSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections",
      "body": {
        "spaceId": "06g4xr9s0g000000000000000u",
        "title": "More",
        "icon": "gear"
      },
      "status": 201,
      "answer": {
        "object": "site-section",
        "id": "06g4xr9s0g000000000000003s",
        "title": "More",
        "default": false,
        "path": "more",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000003t",
            "path": "main",
            "section": "06g4xr9s0g000000000000003s",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000u",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001s",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Main",
            "default": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000003t"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000003s"
        },
        "icon": "gear"
      }
    },
    "deleteSiteSectionById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001f",
      "status": 204
    },
    "updateSiteSectionById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001f",
      "body": {
        "title": "New",
        "path": "new",
        "description": "All of it",
        "icon": "gear",
        "condition": "true"
      },
      "status": 200,
      "answer": {
        "object": "site-section",
        "id": "06g4xr9s0g000000000000001f",
        "title": "New",
        "description": "All of it",
        "default": true,
        "path": "new",
        "condition": "true",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001g",
            "path": "main",
            "section": "06g4xr9s0g000000000000001f",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000u",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001s",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Main",
            "default": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001g"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001f"
        },
        "icon": "gear"
      }
    },
    "moveSiteSection": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001f/move",
      "body": {
        "position": {
          "before": {
            "type": "site-section",
            "siteSection": "06g4xr9s0g000000000000001i"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-section",
        "id": "06g4xr9s0g000000000000001f",
        "title": "Open",
        "default": true,
        "path": "open",
        "sectionGroup": "06g4xr9s0g000000000000001l",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001g",
            "path": "main",
            "section": "06g4xr9s0g000000000000001f",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000u",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001s",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Main",
            "default": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001g"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001f"
        }
      }
    },
    "listSiteSectionGroups": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/section-groups",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "site-section-group",
            "id": "06g4xr9s0g000000000000001l",
            "title": "Group",
            "sections": [
              {
                "object": "site-section",
                "id": "06g4xr9s0g000000000000001i",
                "title": "Grouped",
                "default": false,
                "path": "grouped",
                "sectionGroup": "06g4xr9s0g000000000000001l",
                "siteSpaces": [
                  {
                    "object": "site-space",
                    "id": "06g4xr9s0g000000000000001j",
                    "path": "second",
                    "section": "06g4xr9s0g000000000000001i",
                    "space": {
                      "object": "space",
                      "id": "06g4xr9s0g0000000000000010",
                      "title": "Second",
                      "emoji": "1f4d6",
                      "visibility": "private",
                      "createdAt": "2026-01-31T09:00:00.000Z",
                      "updatedAt": "2026-01-31T09:00:00.000Z",
                      "editMode": "live",
                      "organization": "06g4xr9s0g0000000000000009",
                      "revision": "06g4xr9s0g0000000000000011",
                      "defaultLevel": "read",
                      "comments": 0,
                      "changeRequests": 0,
                      "changeRequestsOpen": 0,
                      "changeRequestsDraft": 0,
                      "urls": {
                        "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                        "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
                      },
                      "permissions": {
                        "view": true,
                        "access": true,
                        "admin": true,
                        "viewInviteLinks": true,
                        "edit": true,
                        "triggerGitSync": false,
                        "comment": true,
                        "merge": true,
                        "review": true
                      }
                    },
                    "title": "Second",
                    "default": true,
                    "urls": {
                      "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001j"
                    }
                  }
                ],
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001i"
                }
              }
            ]
          }
        ]
      }
    },
    "addSectionGroupToSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/section-groups",
      "body": {
        "title": "More",
        "icon": "gear",
        "sections": [
          "06g4xr9s0g000000000000001f"
        ]
      },
      "status": 201,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0g0000000000000040",
        "title": "More",
        "icon": "gear",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001f",
            "title": "Open",
            "default": true,
            "path": "open",
            "sectionGroup": "06g4xr9s0g0000000000000040",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001g",
                "path": "main",
                "section": "06g4xr9s0g000000000000001f",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Main",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001g"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001f"
            }
          }
        ]
      }
    },
    "deleteSiteSectionGroupById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/section-groups/06g4xr9s0g000000000000001l",
      "status": 204
    },
    "updateSiteSectionGroupById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/section-groups/06g4xr9s0g000000000000001l",
      "body": {
        "title": "New",
        "icon": "gear"
      },
      "status": 200,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0g000000000000001l",
        "title": "New",
        "icon": "gear",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001i",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001l",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001j",
                "path": "second",
                "section": "06g4xr9s0g000000000000001i",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g0000000000000010",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000011",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                    "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Second",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001j"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001i"
            }
          }
        ]
      }
    },
    "addSectionToGroup": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/section-groups/06g4xr9s0g000000000000001l/sections",
      "body": {
        "sectionId": "06g4xr9s0g000000000000001f"
      },
      "status": 201,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0g000000000000001l",
        "title": "Group",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001i",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001l",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001j",
                "path": "second",
                "section": "06g4xr9s0g000000000000001i",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g0000000000000010",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000011",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                    "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Second",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001j"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001i"
            }
          },
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001f",
            "title": "Open",
            "default": true,
            "path": "open",
            "sectionGroup": "06g4xr9s0g000000000000001l",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001g",
                "path": "main",
                "section": "06g4xr9s0g000000000000001f",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Main",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001g"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001f"
            }
          }
        ]
      }
    },
    "removeSectionFromGroup": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/section-groups/06g4xr9s0g000000000000001l/sections/06g4xr9s0g000000000000001i",
      "status": 204
    },
    "moveSiteSectionGroup": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/section-groups/06g4xr9s0g000000000000001l/move",
      "body": {
        "position": {
          "before": {
            "type": "site-section",
            "id": "06g4xr9s0g000000000000001f"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0g000000000000001l",
        "title": "Group",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001i",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001l",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001j",
                "path": "second",
                "section": "06g4xr9s0g000000000000001i",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g0000000000000010",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000011",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                    "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Second",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001j"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001i"
            }
          }
        ]
      }
    },
    "getSiteStructure": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/structure",
      "status": 200,
      "answer": {
        "type": "sections",
        "structure": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001f",
            "title": "Open",
            "default": true,
            "path": "open",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001g",
                "path": "main",
                "section": "06g4xr9s0g000000000000001f",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000u",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001s",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
                  },
                  "permissions": {
                    "view": true,
                    "access": true,
                    "admin": true,
                    "viewInviteLinks": true,
                    "edit": true,
                    "triggerGitSync": false,
                    "comment": true,
                    "merge": true,
                    "review": true
                  }
                },
                "title": "Main",
                "default": true,
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001g"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001f"
            }
          },
          {
            "object": "site-section-group",
            "id": "06g4xr9s0g000000000000001l",
            "title": "Group",
            "sections": [
              {
                "object": "site-section",
                "id": "06g4xr9s0g000000000000001i",
                "title": "Grouped",
                "default": false,
                "path": "grouped",
                "sectionGroup": "06g4xr9s0g000000000000001l",
                "siteSpaces": [
                  {
                    "object": "site-space",
                    "id": "06g4xr9s0g000000000000001j",
                    "path": "second",
                    "section": "06g4xr9s0g000000000000001i",
                    "space": {
                      "object": "space",
                      "id": "06g4xr9s0g0000000000000010",
                      "title": "Second",
                      "emoji": "1f4d6",
                      "visibility": "private",
                      "createdAt": "2026-01-31T09:00:00.000Z",
                      "updatedAt": "2026-01-31T09:00:00.000Z",
                      "editMode": "live",
                      "organization": "06g4xr9s0g0000000000000009",
                      "revision": "06g4xr9s0g0000000000000011",
                      "defaultLevel": "read",
                      "comments": 0,
                      "changeRequests": 0,
                      "changeRequestsOpen": 0,
                      "changeRequestsDraft": 0,
                      "urls": {
                        "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                        "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010"
                      },
                      "permissions": {
                        "view": true,
                        "access": true,
                        "admin": true,
                        "viewInviteLinks": true,
                        "edit": true,
                        "triggerGitSync": false,
                        "comment": true,
                        "merge": true,
                        "review": true
                      }
                    },
                    "title": "Second",
                    "default": true,
                    "urls": {
                      "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001j"
                    }
                  }
                ],
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001i"
                }
              }
            ]
          }
        ]
      }
    },
    "sortSiteStructure": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/structure/sort",
      "body": {
        "item": {
          "type": "site-section",
          "id": "06g4xr9s0g000000000000001f"
        },
        "position": {
          "after": {
            "type": "site-section-group",
            "id": "06g4xr9s0g000000000000001l"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-section",
        "id": "06g4xr9s0g000000000000001f",
        "title": "Open",
        "default": true,
        "path": "open",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001g",
            "path": "main",
            "section": "06g4xr9s0g000000000000001f",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000u",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001s",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u"
              },
              "permissions": {
                "view": true,
                "access": true,
                "admin": true,
                "viewInviteLinks": true,
                "edit": true,
                "triggerGitSync": false,
                "comment": true,
                "merge": true,
                "review": true
              }
            },
            "title": "Main",
            "default": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/site-spaces/06g4xr9s0g000000000000001g"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001e/sections/06g4xr9s0g000000000000001f"
        }
      }
    },
    "listSiteShareLinks": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/share-links",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "share-link",
            "id": "06g4xr9s0g000000000000001m",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "name": "Friends",
            "active": true,
            "uses": 0,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/share-links/06g4xr9s0g000000000000001m",
              "published": "http://lectern.test/sites/06g4xr9s0g000000000000001c/def347f73d66d1c67a201da64b86f07f/"
            }
          }
        ]
      }
    },
    "createSiteShareLink": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/share-links",
      "body": {
        "name": "Made"
      },
      "status": 201,
      "answer": {
        "object": "share-link",
        "id": "06g4xr9s0g0000000000000041",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "name": "Made",
        "active": true,
        "uses": 0,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/share-links/06g4xr9s0g0000000000000041",
          "published": "http://lectern.test/sites/06g4xr9s0g000000000000001c/37b25020a1c4001803fd428566b9ec9c/"
        }
      }
    },
    "updateSiteShareLinkById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/share-links/06g4xr9s0g000000000000001m",
      "body": {
        "active": false,
        "name": "Renamed"
      },
      "status": 200,
      "answer": {
        "object": "share-link",
        "id": "06g4xr9s0g000000000000001m",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "name": "Renamed",
        "active": false,
        "uses": 0,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/share-links/06g4xr9s0g000000000000001m",
          "published": "http://lectern.test/sites/06g4xr9s0g000000000000001c/def347f73d66d1c67a201da64b86f07f/"
        }
      }
    },
    "renewSiteShareLink": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/share-links/06g4xr9s0g000000000000001m/renew",
      "status": 200,
      "answer": {
        "object": "share-link",
        "id": "06g4xr9s0g000000000000001m",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "name": "Friends",
        "active": true,
        "uses": 0,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/share-links/06g4xr9s0g000000000000001m",
          "published": "http://lectern.test/sites/06g4xr9s0g000000000000001c/5b5b80e5583197e3ab57126c87592739/"
        }
      }
    },
    "deleteSiteShareLinkById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/share-links/06g4xr9s0g000000000000001m",
      "status": 204
    },
    "listSiteRedirects": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/redirects",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "site-redirect",
            "id": "06g4xr9s0g000000000000001n",
            "source": "/old",
            "destination": {
              "kind": "site-space",
              "siteSpaceId": "06g4xr9s0g000000000000001b"
            }
          }
        ]
      }
    },
    "createSiteRedirect": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/redirects",
      "body": {
        "source": "/a/b%20c",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g000000000000001a"
        }
      },
      "status": 201,
      "answer": {
        "object": "site-redirect",
        "id": "06g4xr9s0g0000000000000042",
        "source": "/a/b%20c",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g000000000000001a"
        }
      }
    },
    "updateSiteRedirectById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/redirects/06g4xr9s0g000000000000001n",
      "body": {
        "source": "/older",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g000000000000001a"
        }
      },
      "status": 200,
      "answer": {
        "object": "site-redirect",
        "id": "06g4xr9s0g000000000000001n",
        "source": "/older",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g000000000000001a"
        }
      }
    },
    "deleteSiteRedirectById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/redirects/06g4xr9s0g000000000000001n",
      "status": 204
    },
    "getSiteCustomizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/customization",
      "status": 200,
      "answer": {
        "styling": {
          "theme": "clean",
          "primaryColor": {
            "light": "#0b5cad",
            "dark": "#7ab8ff"
          },
          "infoColor": {
            "light": "#0b5cad",
            "dark": "#7ab8ff"
          },
          "successColor": {
            "light": "#176b34",
            "dark": "#72d394"
          },
          "warningColor": {
            "light": "#8a5200",
            "dark": "#f0b75c"
          },
          "dangerColor": {
            "light": "#b3261e",
            "dark": "#ff9a92"
          },
          "corners": "rounded",
          "depth": "flat",
          "links": "default",
          "font": "Inter",
          "monospaceFont": "JetBrainsMono",
          "background": "plain",
          "icons": "solid",
          "sidebar": {
            "background": "default",
            "list": "pill"
          },
          "search": "subtle"
        },
        "internationalization": {
          "locale": "en"
        },
        "favicon": {},
        "header": {
          "preset": "default",
          "links": []
        },
        "footer": {
          "groups": []
        },
        "themes": {
          "default": "light",
          "toggeable": true
        },
        "pdf": {
          "enabled": false
        },
        "feedback": {
          "enabled": false
        },
        "searches": {
          "enabled": false
        },
        "tryIt": {
          "enabled": false
        },
        "ai": {
          "mode": "none"
        },
        "advancedCustomization": {
          "enabled": false
        },
        "git": {
          "showEditLink": false
        },
        "pageActions": {
          "externalAI": false,
          "markdown": true
        },
        "externalLinks": {
          "target": "self"
        },
        "pagination": {
          "enabled": true
        },
        "trademark": {
          "enabled": false
        },
        "privacyPolicy": {},
        "socialPreview": {},
        "insights": {
          "trackingCookie": false
        }
      }
    },
    "updateSiteCustomizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/customization",
      "body": {
        "title": "The handbook",
        "styling": {
          "primaryColor": {
            "light": "#0a7",
            "dark": "#5fd0a8"
          },
          "font": "Merriweather"
        },
        "favicon": {
          "emoji": "1f4d8"
        },
        "header": {
          "links": [
            {
              "title": "Home",
              "to": {
                "kind": "url",
                "url": "https://example.com/"
              }
            },
            {
              "title": "More",
              "links": [
                {
                  "title": "Home",
                  "to": {
                    "kind": "url",
                    "url": "https://example.com/"
                  }
                }
              ],
              "style": "button-primary",
              "condition": "visitor.claims.beta"
            }
          ]
        },
        "footer": {
          "groups": [
            {
              "title": "About",
              "links": [
                {
                  "title": "Home",
                  "to": {
                    "kind": "url",
                    "url": "https://example.com/"
                  }
                }
              ]
            }
          ],
          "copyright": "Example"
        },
        "announcement": {
          "enabled": true,
          "message": "Moved",
          "style": "info",
          "link": {
            "title": "Home",
            "to": {
              "kind": "url",
              "url": "https://example.com/"
            }
          }
        },
        "css": ".lead { font-style: italic }"
      },
      "status": 200,
      "answer": {
        "title": "The handbook",
        "styling": {
          "theme": "clean",
          "primaryColor": {
            "light": "#0a7",
            "dark": "#5fd0a8"
          },
          "infoColor": {
            "light": "#0b5cad",
            "dark": "#7ab8ff"
          },
          "successColor": {
            "light": "#176b34",
            "dark": "#72d394"
          },
          "warningColor": {
            "light": "#8a5200",
            "dark": "#f0b75c"
          },
          "dangerColor": {
            "light": "#b3261e",
            "dark": "#ff9a92"
          },
          "corners": "rounded",
          "depth": "flat",
          "links": "default",
          "font": "Merriweather",
          "monospaceFont": "JetBrainsMono",
          "background": "plain",
          "icons": "solid",
          "sidebar": {
            "background": "default",
            "list": "pill"
          },
          "search": "subtle"
        },
        "internationalization": {
          "locale": "en"
        },
        "favicon": {
          "emoji": "1f4d8"
        },
        "header": {
          "preset": "default",
          "links": [
            {
              "title": "Home",
              "style": "link",
              "to": {
                "kind": "url",
                "url": "https://example.com/"
              },
              "links": []
            },
            {
              "title": "More",
              "condition": "visitor.claims.beta",
              "style": "button-primary",
              "to": null,
              "links": [
                {
                  "title": "Home",
                  "to": {
                    "kind": "url",
                    "url": "https://example.com/"
                  }
                }
              ]
            }
          ]
        },
        "footer": {
          "groups": [
            {
              "title": "About",
              "links": [
                {
                  "title": "Home",
                  "to": {
                    "kind": "url",
                    "url": "https://example.com/"
                  }
                }
              ]
            }
          ],
          "copyright": "Example"
        },
        "announcement": {
          "enabled": true,
          "message": "Moved",
          "link": {
            "title": "Home",
            "to": {
              "kind": "url",
              "url": "https://example.com/"
            }
          },
          "style": "info"
        },
        "themes": {
          "default": "light",
          "toggeable": true
        },
        "pdf": {
          "enabled": false
        },
        "feedback": {
          "enabled": false
        },
        "searches": {
          "enabled": false
        },
        "tryIt": {
          "enabled": false
        },
        "ai": {
          "mode": "none"
        },
        "advancedCustomization": {
          "enabled": true
        },
        "git": {
          "showEditLink": false
        },
        "pageActions": {
          "externalAI": false,
          "markdown": true
        },
        "externalLinks": {
          "target": "self"
        },
        "pagination": {
          "enabled": true
        },
        "trademark": {
          "enabled": false
        },
        "privacyPolicy": {},
        "socialPreview": {},
        "insights": {
          "trackingCookie": false
        },
        "css": ".lead { font-style: italic }"
      }
    },
    "listSiteFeedback": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/feedback",
      "status": 200,
      "answer": {
        "count": 0,
        "items": []
      }
    },
    "giveSiteFeedback": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/feedback",
      "body": {
        "siteSpace": "06g4xr9s0g000000000000001a",
        "page": "06g4xr9s0g000000000000001o",
        "helpful": false,
        "text": "Too short"
      },
      "status": 201,
      "answer": {
        "object": "site-feedback",
        "siteSpace": "06g4xr9s0g000000000000001a",
        "page": "06g4xr9s0g000000000000001o",
        "helpful": false,
        "text": "Too short",
        "kind": "page",
        "id": "06g4xr9s0g0000000000000045",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z"
      }
    },
    "getSiteAdaptiveSchema": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/adaptive-schema",
      "status": 200,
      "answer": {
        "object": "site-adaptive-schema",
        "jsonSchema": {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "type": "object",
          "properties": {
            "unsigned": {
              "type": "object",
              "description": "Unsigned claims of the site visitor.",
              "properties": {
                "beta": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "beta": {
              "type": "boolean",
              "description": "Tries what is new"
            },
            "plan": {
              "type": "string",
              "enum": [
                "free",
                "pro"
              ],
              "description": "Plan"
            },
            "account": {
              "type": "object",
              "description": "Account",
              "properties": {
                "trial": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "groups": {
              "type": "array",
              "description": "Groups",
              "items": {
                "type": "string",
                "description": "A group"
              }
            }
          },
          "additionalProperties": false
        },
        "updatedAt": "2026-01-31T09:00:00.000Z"
      }
    },
    "updateSiteAdaptiveSchema": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/adaptive-schema",
      "body": {
        "jsonSchema": {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "type": "object",
          "properties": {
            "unsigned": {
              "type": "object",
              "description": "Unsigned claims of the site visitor.",
              "properties": {
                "beta": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "beta": {
              "type": "boolean",
              "description": "Tries what is new"
            },
            "plan": {
              "type": "string",
              "enum": [
                "free",
                "pro"
              ],
              "description": "Plan"
            },
            "account": {
              "type": "object",
              "description": "Account",
              "properties": {
                "trial": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "groups": {
              "type": "array",
              "description": "Groups",
              "items": {
                "type": "string",
                "description": "A group"
              }
            }
          },
          "additionalProperties": false
        }
      },
      "status": 200,
      "answer": {
        "object": "site-adaptive-schema",
        "jsonSchema": {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "type": "object",
          "properties": {
            "unsigned": {
              "type": "object",
              "description": "Unsigned claims of the site visitor.",
              "properties": {
                "beta": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "beta": {
              "type": "boolean",
              "description": "Tries what is new"
            },
            "plan": {
              "type": "string",
              "enum": [
                "free",
                "pro"
              ],
              "description": "Plan"
            },
            "account": {
              "type": "object",
              "description": "Account",
              "properties": {
                "trial": {
                  "type": "boolean",
                  "description": "Tries what is new"
                }
              },
              "additionalProperties": false
            },
            "groups": {
              "type": "array",
              "description": "Groups",
              "items": {
                "type": "string",
                "description": "A group"
              }
            }
          },
          "additionalProperties": false
        },
        "updatedAt": "2026-01-31T09:00:00.000Z"
      }
    },
    "listSiteAdaptiveTemplateConditions": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/adaptive-schema/template-conditions",
      "status": 200,
      "answer": {
        "items": [
          {
            "description": "Tries what is new",
            "condition": "visitor.claims.unsigned.beta == true"
          },
          {
            "description": "Tries what is new",
            "condition": "visitor.claims.beta == true"
          },
          {
            "description": "Plan: free",
            "condition": "visitor.claims.plan == \"free\""
          },
          {
            "description": "Plan: pro",
            "condition": "visitor.claims.plan == \"pro\""
          },
          {
            "description": "Tries what is new",
            "condition": "visitor.claims.account.trial == true"
          }
        ]
      }
    },
    "getPublishedContentSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/published",
      "status": 200,
      "answer": {
        "object": "published-content-site",
        "site": {
          "object": "site",
          "id": "06g4xr9s0g000000000000001c",
          "type": "basic",
          "title": "Docs",
          "visibility": "public",
          "published": true,
          "siteSpaces": 2,
          "createdAt": "2026-01-31T09:00:00.000Z",
          "adaptiveContent": {
            "enabled": false
          },
          "agentsContext": "included",
          "features": [],
          "urls": {
            "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
            "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
            "published": "http://lectern.test/sites/06g4xr9s0g000000000000001c/"
          }
        },
        "structure": {
          "type": "siteSpaces",
          "structure": [
            {
              "object": "site-space",
              "id": "06g4xr9s0g000000000000001a",
              "path": "main",
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000u",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "public",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g000000000000001s",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u",
                  "published": "http://lectern.test/sites/06g4xr9s0g000000000000001c/",
                  "public": "http://lectern.test/sites/06g4xr9s0g000000000000001c/"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "title": "Main",
              "default": true,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001a",
                "published": "http://lectern.test/sites/06g4xr9s0g000000000000001c/"
              }
            },
            {
              "object": "site-space",
              "id": "06g4xr9s0g000000000000001b",
              "path": "second",
              "space": {
                "object": "space",
                "id": "06g4xr9s0g0000000000000010",
                "title": "Second",
                "emoji": "1f4d6",
                "visibility": "public",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g0000000000000011",
                "defaultLevel": "read",
                "comments": 0,
                "changeRequests": 0,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 0,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000010",
                  "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000010",
                  "published": "http://lectern.test/sites/06g4xr9s0g000000000000001c/second/",
                  "public": "http://lectern.test/sites/06g4xr9s0g000000000000001c/second/"
                },
                "permissions": {
                  "view": true,
                  "access": true,
                  "admin": true,
                  "viewInviteLinks": true,
                  "edit": true,
                  "triggerGitSync": false,
                  "comment": true,
                  "merge": true,
                  "review": true
                }
              },
              "title": "Second",
              "default": false,
              "urls": {
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/site-spaces/06g4xr9s0g000000000000001b",
                "published": "http://lectern.test/sites/06g4xr9s0g000000000000001c/second/"
              }
            }
          ]
        }
      }
    },
    "searchSiteContent": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c/search?query=install",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000000u",
            "title": "Main",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001r",
                "title": "Install",
                "path": "guide/install",
                "sections": [
                  {
                    "id": "06g4xr9s0g000000000000001r/0",
                    "title": "Install",
                    "path": "guide/install",
                    "body": "How to install it.",
                    "urls": {
                      "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
                    }
                  }
                ],
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000u/guide/install"
                }
              }
            ]
          }
        ]
      }
    },
    "listTranslations": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "translation-settings",
            "id": "06g4xr9s0g000000000000000k",
            "title": "Languages",
            "languages": [],
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "permissions": {
              "view": true,
              "edit": true
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k"
            }
          }
        ]
      }
    },
    "createTranslation": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations",
      "body": {
        "title": "Romance languages"
      },
      "status": 201,
      "answer": {
        "object": "translation-settings",
        "id": "06g4xr9s0g0000000000000046",
        "title": "Romance languages",
        "languages": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g0000000000000046"
        }
      }
    },
    "getTranslation": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k",
      "status": 200,
      "answer": {
        "object": "translation-settings",
        "id": "06g4xr9s0g000000000000000k",
        "title": "Languages",
        "languages": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k"
        }
      }
    },
    "updateTranslation": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k",
      "body": {
        "title": "Renamed"
      },
      "status": 200,
      "answer": {
        "object": "translation-settings",
        "id": "06g4xr9s0g000000000000000k",
        "title": "Renamed",
        "languages": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k"
        }
      }
    },
    "deleteTranslation": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g000000000000000k",
      "status": 204
    },
    "listOpenAPISpecs": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi",
      "status": 200,
      "answer": {
        "count": 2,
        "items": [
          {
            "object": "openapi-spec",
            "id": "06g4xr9s0g000000000000000l",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "slug": "pets",
            "processingState": "complete",
            "visibility": "private",
            "lastVersion": "06g4xr9s0g000000000000000p",
            "lastProcessedAt": "2026-01-31T09:00:00.000Z",
            "permissions": {
              "view": true,
              "edit": true
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/pets"
            }
          },
          {
            "object": "openapi-spec",
            "id": "06g4xr9s0g000000000000000n",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "slug": "pending",
            "processingState": "complete",
            "visibility": "private",
            "lastProcessedAt": "2026-01-31T09:00:00.000Z",
            "lastProcessErrorCode": "PARSE_ERROR",
            "permissions": {
              "view": true,
              "edit": true
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pending",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/pending"
            }
          }
        ]
      }
    },
    "createOpenAPISpec": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi",
      "body": {
        "slug": "made",
        "source": {
          "text": "no specification"
        }
      },
      "status": 201,
      "answer": {
        "object": "openapi-spec",
        "id": "06g4xr9s0g0000000000000047",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "slug": "made",
        "processingState": "pending",
        "visibility": "private",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/made",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/made"
        }
      }
    },
    "getOpenAPISpecBySlug": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
      "status": 200,
      "answer": {
        "object": "openapi-spec",
        "id": "06g4xr9s0g000000000000000l",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "slug": "pets",
        "processingState": "complete",
        "visibility": "private",
        "lastVersion": "06g4xr9s0g000000000000000p",
        "lastProcessedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/pets"
        }
      }
    },
    "createOrUpdateOpenAPISpecBySlug": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
      "body": {
        "source": {
          "text": "no specification"
        }
      },
      "status": 200,
      "answer": {
        "object": "openapi-spec",
        "id": "06g4xr9s0g000000000000000l",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "slug": "pets",
        "processingState": "pending",
        "visibility": "private",
        "lastVersion": "06g4xr9s0g000000000000000p",
        "lastProcessedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/pets"
        }
      }
    },
    "deleteOpenAPISpecBySlug": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
      "status": 204
    },
    "updateOpenAPISpecBySlug": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
      "body": {
        "visibility": "public"
      },
      "status": 200,
      "answer": {
        "object": "openapi-spec",
        "id": "06g4xr9s0g000000000000000l",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "slug": "pets",
        "processingState": "complete",
        "visibility": "public",
        "lastVersion": "06g4xr9s0g000000000000000p",
        "lastProcessedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/openapi/pets",
          "published": "http://lectern.test/openapi/06g4xr9s0g0000000000000009/pets"
        }
      }
    },
    "listOpenAPISpecVersions": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "openapi-spec-version",
            "id": "06g4xr9s0g000000000000000p",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000l/06g4xr9s0g000000000000000p/VNUxp5tdWcLnKwfqUY_BHQ",
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000p"
            }
          }
        ]
      }
    },
    "getLatestOpenAPISpecVersion": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/latest",
      "status": 200,
      "answer": {
        "object": "openapi-spec-version",
        "id": "06g4xr9s0g000000000000000p",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000l/06g4xr9s0g000000000000000p/VNUxp5tdWcLnKwfqUY_BHQ",
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000p"
        }
      }
    },
    "getLatestOpenAPISpecVersionContent": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/latest/content",
      "status": 200,
      "answer": {
        "filesystem": {
          "openapi.json": {
            "openapi": "3.1.0",
            "info": {
              "title": "Pets",
              "version": "1"
            },
            "paths": {
              "/pets": {
                "get": {
                  "tags": [
                    "pets"
                  ],
                  "summary": "List pets",
                  "responses": {
                    "200": {
                      "description": "All"
                    }
                  }
                }
              }
            }
          }
        },
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000l/06g4xr9s0g000000000000000p/VNUxp5tdWcLnKwfqUY_BHQ"
      }
    },
    "getOpenAPISpecVersionById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000p",
      "status": 200,
      "answer": {
        "object": "openapi-spec-version",
        "id": "06g4xr9s0g000000000000000p",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000l/06g4xr9s0g000000000000000p/VNUxp5tdWcLnKwfqUY_BHQ",
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000p"
        }
      }
    },
    "getOpenAPISpecVersionContentById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000p/content",
      "status": 200,
      "answer": {
        "filesystem": {
          "openapi.json": {
            "openapi": "3.1.0",
            "info": {
              "title": "Pets",
              "version": "1"
            },
            "paths": {
              "/pets": {
                "get": {
                  "tags": [
                    "pets"
                  ],
                  "summary": "List pets",
                  "responses": {
                    "200": {
                      "description": "All"
                    }
                  }
                }
              }
            }
          }
        },
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000l/06g4xr9s0g000000000000000p/VNUxp5tdWcLnKwfqUY_BHQ"
      }
    },
    "importContent": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/content/import",
      "body": {
        "url": "https://docs.example/guide/",
        "source": "website"
      },
      "status": 201,
      "answer": {
        "revision": "06g4xr9s0g000000000000004c",
        "importedResources": 1,
        "totalResources": 1
      }
    },
    "importContentInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/content/import",
      "body": {
        "url": "https://docs.example/guide/",
        "source": "website"
      },
      "status": 201,
      "answer": {
        "revision": "06g4xr9s0g000000000000004f",
        "importedResources": 1,
        "totalResources": 1
      }
    },
    "getImport": {
      "path": "/v1/imports/06g4xr9s0g0000000000000023",
      "status": 200,
      "answer": {
        "object": "import",
        "id": "06g4xr9s0g0000000000000023",
        "status": "failed",
        "url": "https://nowhere.example/",
        "source": "website",
        "space": "06g4xr9s0g000000000000000u",
        "createdBy": {
          "object": "user",
          "id": "06g4xr9s0g0000000000000001",
          "displayName": "ada",
          "email": "ada@example.com",
          "urls": {
            "location": "http://lectern.test/v1/users/06g4xr9s0g0000000000000001"
          }
        },
        "createdAt": "2026-01-31T09:00:00.000Z",
        "endedAt": "2026-01-31T09:00:00.000Z",
        "progress": {
          "found": 0,
          "read": 0
        },
        "error": "url: cannot be reached",
        "problems": [],
        "urls": {
          "location": "http://lectern.test/v1/imports/06g4xr9s0g0000000000000023"
        }
      }
    },
    "cancelImport": {
      "path": "/v1/imports/06g4xr9s0g0000000000000023",
      "status": 204
    },
    "uploadFile": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/uploads?name=hello.txt",
      "status": 201,
      "answer": {
        "object": "upload",
        "id": "06g4xr9s0g000000000000004g",
        "space": "06g4xr9s0g000000000000000u",
        "name": "hello.txt",
        "contentType": "application/json",
        "size": 5,
        "offset": 5,
        "complete": true,
        "hash": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "expiresAt": "2026-02-01T09:00:00.000Z",
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/uploads/06g4xr9s0g000000000000004g"
        }
      }
    },
    "createUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/uploads",
      "status": 201,
      "answer": {
        "object": "upload",
        "id": "06g4xr9s0g000000000000004h",
        "space": "06g4xr9s0g000000000000000u",
        "name": "file",
        "size": 5,
        "offset": 0,
        "complete": false,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "expiresAt": "2026-02-01T09:00:00.000Z",
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/uploads/06g4xr9s0g000000000000004h"
        }
      }
    },
    "getUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/uploads/06g4xr9s0g0000000000000024",
      "status": 200,
      "answer": {
        "object": "upload",
        "id": "06g4xr9s0g0000000000000024",
        "space": "06g4xr9s0g000000000000000u",
        "name": "hello.txt",
        "size": 5,
        "offset": 0,
        "complete": false,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "expiresAt": "2026-02-01T09:00:00.000Z",
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000u/uploads/06g4xr9s0g0000000000000024"
        }
      }
    },
    "appendToUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/uploads/06g4xr9s0g0000000000000024",
      "status": 204
    },
    "deleteUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/uploads/06g4xr9s0g0000000000000024",
      "status": 204
    },
    "getSpacePDF": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/pdf?page=06g4xr9s0g000000000000001o&only=true",
      "status": 200,
      "answer": {
        "url": "http://lectern.test/pdf/06g4xr9s0g000000000000000u/4083a35ac490b08d9c086b2b3a2a65d9/1769853600000/Qz2zgbSH-U64oUShk1hrFA/main.pdf"
      }
    },
    "getChangeRequestPDF": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000u/change-requests/06g4xr9s0g000000000000001t/pdf?page=06g4xr9s0g000000000000001o&only=true",
      "status": 200,
      "answer": {
        "url": "http://lectern.test/pdf/06g4xr9s0g000000000000000u/20d808919a5d9d73663353760a6857aa/1769853600000/KsSa5zuW_xkbO2V1pzjrPA/main.pdf"
      }
    }
  },
  "failures": {
    "400": {
      "error": {
        "code": 400,
        "message": "title: expected at least 2 characters, got 1"
      }
    },
    "401": {
      "error": {
        "code": 401,
        "message": "expected a valid access token in the header Authorization: Bearer <token>"
      }
    },
    "403": {
      "error": {
        "code": 403,
        "message": "this needs the level \"admin\" on the organization"
      }
    },
    "404": {
      "error": {
        "code": 404,
        "message": "space not found"
      }
    },
    "409": {
      "error": {
        "code": 409,
        "message": "the space is not deleted"
      }
    },
    "412": {
      "error": {
        "code": 412,
        "message": "this needs the level \"create\" on the target organization"
      }
    },
    "413": {
      "error": {
        "code": 413,
        "message": "body: expected at most 1048576 bytes"
      }
    },
    "415": {
      "error": {
        "code": 415,
        "message": "body: expected the content type application/offset+octet-stream"
      }
    },
    "429": {
      "error": {
        "code": 429,
        "message": "too many requests, try again in 60 seconds"
      }
    },
    "460": {
      "error": {
        "code": 460,
        "message": "Upload-Checksum: does not match the bytes of the part"
      }
    },
    "500": {
      "error": {
        "code": 500,
        "message": "the server failed to answer this request"
      }
    },
    "503": {
      "error": {
        "code": 503,
        "message": "storage is away"
      }
    }
  }
}
