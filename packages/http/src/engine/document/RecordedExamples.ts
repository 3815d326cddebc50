/** What the server answered: written by `npm run openapi`, compared with the server by a test. */
import type { Recorded } from "./Examples.js"

/** The examples of the document. */
export const recorded: Recorded = {
  "operations": {
    "listTranslations": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "translation-settings",
            "id": "06g4xr9s0g729350f000000001",
            "title": "Languages",
            "languages": [],
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "permissions": {
              "view": true,
              "edit": true
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g729350f000000001"
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
        "id": "06g4xr9s0g3a5b94c000000001",
        "title": "Romance languages",
        "languages": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g3a5b94c000000001"
        }
      }
    },
    "getTranslation": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g729350f000000001",
      "status": 200,
      "answer": {
        "object": "translation-settings",
        "id": "06g4xr9s0g729350f000000001",
        "title": "Languages",
        "languages": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g729350f000000001"
        }
      }
    },
    "updateTranslation": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g729350f000000001",
      "body": {
        "title": "Renamed"
      },
      "status": 200,
      "answer": {
        "object": "translation-settings",
        "id": "06g4xr9s0g729350f000000001",
        "title": "Renamed",
        "languages": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "permissions": {
          "view": true,
          "edit": true
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g729350f000000001"
        }
      }
    },
    "deleteTranslation": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/translations/06g4xr9s0g729350f000000001",
      "status": 204
    },
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
        "token": "lct_6tsDdeoVoMVOLFAgEBPDMf9yMzHYoMOyu5I0GNI2IvR3IOUKu",
        "apiToken": {
          "object": "api-token",
          "id": "06g4xr9s0g9150e7f000000001",
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
        "token": "lct_1Z1swC87UN0RS772XQmqAS7l7zbuhH1TPzK6K9JzQUR3TiUoB",
        "apiToken": {
          "object": "api-token",
          "id": "06g4xr9s0gd88274a000000001",
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
            }
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
        "token": "lct_LQea8EzfiZNz8rFhUb8hmAirvJ1gRUPPQpsHHeuMkLE0ksDg5",
        "apiToken": {
          "object": "api-token",
          "id": "06g4xr9s0ge67e795000000002",
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
            "id": "06g4xr9s0ge67e795000000001",
            "displayName": "Continuous integration",
            "urls": {
              "location": "http://lectern.test/v1/users/06g4xr9s0ge67e795000000001"
            }
          }
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
        }
      }
    },
    "rotateOrganizationToken": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/tokens/06g4xr9s0g000000000000000e/rotate",
      "body": {
        "overlap": 3600
      },
      "status": 201,
      "answer": {
        "token": "lct_AJy5bKR1JJ1qZLfkepuw0qVZZNxmTtHVgvu4VBjOd8R2Ku3z5",
        "apiToken": {
          "object": "api-token",
          "id": "06g4xr9s0g56f690b000000001",
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
          }
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
              "kind": "translation",
              "id": "06g4xr9s0g729350f000000001",
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
            "id": "00000001i",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "site-redirect",
              "id": "06g4xr9s0g000000000000001m",
              "title": "/old"
            },
            "action": "site-redirect.created",
            "after": {
              "site": "06g4xr9s0g000000000000001b",
              "source": "/old",
              "destination": {
                "kind": "site-space",
                "siteSpaceId": "06g4xr9s0g000000000000001a"
              }
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
              "kind": "share-link",
              "id": "06g4xr9s0g000000000000001l",
              "title": "Friends"
            },
            "action": "share-link.created",
            "after": {
              "site": "06g4xr9s0g000000000000001b",
              "sealedKey": "[redacted]",
              "name": "Friends",
              "active": true
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
              "id": "06g4xr9s0g000000000000001d",
              "title": "Parts"
            },
            "action": "site-structure.updated",
            "before": {},
            "after": {
              "group 06g4xr9s0g000000000000001k": {
                "type": "group",
                "id": "06g4xr9s0g000000000000001k",
                "title": "Group",
                "sections": [
                  "06g4xr9s0g000000000000001h"
                ]
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
              "id": "06g4xr9s0g000000000000001d",
              "title": "Parts"
            },
            "action": "site-structure.updated",
            "before": {},
            "after": {
              "section 06g4xr9s0g000000000000001h": {
                "type": "section",
                "id": "06g4xr9s0g000000000000001h",
                "title": "Grouped",
                "path": "grouped",
                "default": false,
                "siteSpaces": [
                  "06g4xr9s0g000000000000001i"
                ]
              },
              "site-space 06g4xr9s0g000000000000001i": {
                "id": "06g4xr9s0g000000000000001i",
                "space": "06g4xr9s0g000000000000000v",
                "path": "second",
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
              "id": "06g4xr9s0g000000000000001d",
              "title": "Parts"
            },
            "action": "site-structure.updated",
            "before": {},
            "after": {
              "section 06g4xr9s0g000000000000001e": {
                "type": "section",
                "id": "06g4xr9s0g000000000000001e",
                "title": "Open",
                "path": "open",
                "default": true,
                "siteSpaces": [
                  "06g4xr9s0g000000000000001f"
                ]
              },
              "site-space 06g4xr9s0g000000000000001f": {
                "id": "06g4xr9s0g000000000000001f",
                "space": "06g4xr9s0g000000000000000t",
                "path": "main",
                "default": true
              }
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
              "id": "06g4xr9s0g000000000000001c",
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
            "id": "00000001a",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "site",
              "id": "06g4xr9s0g000000000000001b",
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
              "id": "06g4xr9s0g0000000000000017",
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
              "id": "06g4xr9s0g0000000000000017",
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
              "id": "06g4xr9s0g0000000000000015",
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
              "id": "06g4xr9s0g0000000000000015",
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
              "id": "06g4xr9s0g0000000000000015",
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
              "id": "06g4xr9s0g0000000000000013",
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
            "id": "000000013",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "space",
              "id": "06g4xr9s0g0000000000000013",
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
            "id": "000000012",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "invite",
              "id": "06g4xr9s0g0000000000000012"
            },
            "action": "invite.created",
            "after": {
              "sealedSecret": "[redacted]",
              "level": "comment",
              "space": "06g4xr9s0g000000000000000v"
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
              "id": "06g4xr9s0g000000000000000v",
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
            "id": "00000000z",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "space",
              "id": "06g4xr9s0g000000000000000t",
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
            "id": "00000000y",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "openid-provider",
              "id": "06g4xr9s0g000000000000000s",
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
            "id": "00000000w",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "saml-provider",
              "id": "06g4xr9s0g000000000000000q",
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
            "id": "00000000v",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "invite",
              "id": "06g4xr9s0g000000000000000p"
            },
            "action": "invite.created",
            "after": {
              "sealedSecret": "[redacted]",
              "role": "edit"
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
              "id": "06g4xr9s0g000000000000000m",
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
            "id": "00000000t",
            "time": "2026-01-31T09:00:00.000Z",
            "organization": "06g4xr9s0g0000000000000009",
            "actor": {
              "kind": "user",
              "user": "06g4xr9s0g0000000000000001",
              "displayName": "ada"
            },
            "target": {
              "kind": "openapi-spec",
              "id": "06g4xr9s0g000000000000000k",
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
        "id": "06g4xr9s0g115ba11000000001",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "emailDomains": [],
        "type": "business",
        "defaultRole": "read",
        "inviteLinks": true,
        "plan": "free_2024",
        "sso": false,
        "ai": false,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g115ba11000000001",
          "app": "http://lectern.test/app/o/06g4xr9s0g115ba11000000001"
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
            "id": "06g4xr9s0g000000000000000t",
            "title": "Main",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001q",
                "title": "Install",
                "path": "guide/install",
                "sections": [
                  {
                    "id": "06g4xr9s0g000000000000001q/0",
                    "title": "Install",
                    "path": "guide/install",
                    "body": "How to install it.",
                    "urls": {
                      "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
                    }
                  }
                ],
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
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
              "id": "06g4xr9s0g0000000000000013",
              "title": "Locked",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "locked",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000014",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000013",
                "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000013"
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
              "id": "06g4xr9s0g000000000000000v",
              "title": "Second",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000010",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001r",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
        "id": "06g4xr9s0g95b9376000000001",
        "title": "Made",
        "organization": "06g4xr9s0g0000000000000009",
        "parent": "06g4xr9s0g000000000000000g",
        "defaultLevel": "read",
        "urls": {
          "location": "http://lectern.test/v1/collections/06g4xr9s0g95b9376000000001",
          "app": "http://lectern.test/app/c/06g4xr9s0g95b9376000000001"
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
            "id": "06g4xr9s0g000000000000000t",
            "title": "Main",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "live",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g000000000000001r",
            "defaultLevel": "read",
            "comments": 1,
            "changeRequests": 1,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 1,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
            "id": "06g4xr9s0g000000000000000v",
            "title": "Second",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "live",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g0000000000000010",
            "defaultLevel": "read",
            "comments": 0,
            "changeRequests": 0,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 0,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
            "id": "06g4xr9s0g0000000000000013",
            "title": "Locked",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "locked",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g0000000000000014",
            "defaultLevel": "read",
            "comments": 0,
            "changeRequests": 0,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 0,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000013",
              "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000013"
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
            "id": "06g4xr9s0g0000000000000015",
            "title": "Hidden",
            "emoji": "1f4d6",
            "visibility": "private",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "editMode": "live",
            "organization": "06g4xr9s0g0000000000000009",
            "revision": "06g4xr9s0g0000000000000016",
            "defaultLevel": null,
            "comments": 0,
            "changeRequests": 0,
            "changeRequestsOpen": 0,
            "changeRequestsDraft": 0,
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000015",
              "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000015"
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
        "id": "06g4xr9s0gdffebe3000000001",
        "title": "Made",
        "emoji": "🦊",
        "visibility": "in-collection",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0gdffebe3000000002",
        "defaultLevel": "read",
        "comments": 0,
        "changeRequests": 0,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 0,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0gdffebe3000000001",
          "app": "http://lectern.test/app/s/06g4xr9s0gdffebe3000000001"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t",
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000t",
        "title": "Main",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000001r",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t",
      "body": {
        "title": "Renamed",
        "icon": "https://example.com/icon.png"
      },
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000t",
        "title": "Renamed",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000001r",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t",
      "status": 204
    },
    "duplicateSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/duplicate",
      "status": 201,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g6002c3c000000001",
        "title": "Copy of Main",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g6002c3c000000002",
        "defaultLevel": "read",
        "comments": 0,
        "changeRequests": 0,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 0,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g6002c3c000000001",
          "app": "http://lectern.test/app/s/06g4xr9s0g6002c3c000000001"
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
      "path": "/v1/spaces/06g4xr9s0g0000000000000017/restore",
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g0000000000000017",
        "title": "Deleted",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g0000000000000018",
        "defaultLevel": "read",
        "comments": 0,
        "changeRequests": 0,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 0,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000017",
          "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000017"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/move",
      "body": {
        "parent": "06g4xr9s0g000000000000000g"
      },
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000t",
        "title": "Main",
        "emoji": "1f4d6",
        "visibility": "in-collection",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g0000000000000009",
        "revision": "06g4xr9s0g000000000000001r",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/search?query=requ",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001q",
            "title": "Install",
            "path": "guide/install",
            "sections": [
              {
                "id": "06g4xr9s0g000000000000001q/requirements",
                "title": "Requirements",
                "path": "guide/install#requirements",
                "body": "Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words about requirements. Some words…",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install#requirements"
                }
              }
            ],
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
            }
          }
        ]
      }
    },
    "getCurrentRevision": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content",
      "status": 200,
      "answer": {
        "object": "revision",
        "id": "06g4xr9s0g000000000000001r",
        "type": "edits",
        "parents": [
          "06g4xr9s0g000000000000001p"
        ],
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001q",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
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
            "id": "06g4xr9s0g000000000000001o",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001o/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/9OL_gqW1eSMEIE7AUY-KJg/dot.svg",
            "size": 6
          }
        ],
        "reusableContents": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
        }
      }
    },
    "updateSpaceContent": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content",
      "body": {
        "changes": [
          {
            "operation": "update_page",
            "page": "06g4xr9s0g000000000000001n",
            "title": "Changed"
          }
        ]
      },
      "status": 200,
      "answer": {
        "object": "content-update",
        "revision": "06g4xr9s0ga76f25d000000001",
        "changes": [
          {
            "object": "updated_page",
            "page": {
              "object": "page",
              "id": "06g4xr9s0g000000000000001n",
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/content/page/06g4xr9s0g000000000000001n"
              }
            }
          }
        ],
        "insertedFiles": []
      }
    },
    "listPages": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/pages",
      "status": 200,
      "answer": {
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001q",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/files",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001o",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001o/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/9OL_gqW1eSMEIE7AUY-KJg/dot.svg",
            "size": 6
          }
        ]
      }
    },
    "getFileById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/files/06g4xr9s0g000000000000001o",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001o",
        "name": "dot.svg",
        "contentType": "image/svg+xml",
        "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001o/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/9OL_gqW1eSMEIE7AUY-KJg/dot.svg",
        "size": 6
      }
    },
    "getPageById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/page/06g4xr9s0g000000000000001n",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001n",
        "title": "Guide",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
        },
        "slug": "guide",
        "path": "guide",
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001q",
            "title": "Install",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/path/guide/install",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001q",
        "title": "Install",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/revisions/06g4xr9s0g000000000000001p",
      "status": 200,
      "answer": {
        "object": "revision",
        "id": "06g4xr9s0g000000000000001p",
        "type": "edits",
        "parents": [
          "06g4xr9s0g000000000000000u"
        ],
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
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
            "id": "06g4xr9s0g000000000000001o",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001o/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/9OL_gqW1eSMEIE7AUY-KJg/dot.svg",
            "size": 6
          }
        ],
        "reusableContents": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
        }
      }
    },
    "listPagesInRevisionById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/revisions/06g4xr9s0g000000000000001p/pages",
      "status": 200,
      "answer": {
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "title": "Guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/revisions/06g4xr9s0g000000000000001p/files",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001o",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001o/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/9OL_gqW1eSMEIE7AUY-KJg/dot.svg",
            "size": 6
          }
        ]
      }
    },
    "getPageInRevisionById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/revisions/06g4xr9s0g000000000000001p/page/06g4xr9s0g000000000000001n",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001n",
        "title": "Guide",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/revisions/06g4xr9s0g000000000000001t/changes",
      "status": 200,
      "answer": {
        "changes": [
          {
            "type": "page_edited",
            "page": {
              "id": "06g4xr9s0g000000000000001n",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment",
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
              "markdown": "Why?"
            },
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020"
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
              "space": "06g4xr9s0g000000000000000t",
              "revision": "06g4xr9s0g000000000000001t",
              "changeRequest": "06g4xr9s0g000000000000001s",
              "page": {
                "id": "06g4xr9s0g000000000000001n",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments",
      "body": {
        "body": {
          "markdown": "Why?"
        },
        "page": "06g4xr9s0g000000000000001n",
        "node": "n1"
      },
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g35f7c44000000001",
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
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g35f7c44000000001"
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
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001t",
          "changeRequest": "06g4xr9s0g000000000000001s",
          "page": {
            "id": "06g4xr9s0g000000000000001n",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020",
      "status": 200,
      "answer": {
        "object": "comment",
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
          "markdown": "Why?"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020"
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
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001t",
          "changeRequest": "06g4xr9s0g000000000000001s",
          "page": {
            "id": "06g4xr9s0g000000000000001n",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020",
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
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020"
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
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001t",
          "changeRequest": "06g4xr9s0g000000000000001s",
          "page": {
            "id": "06g4xr9s0g000000000000001n",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020",
      "status": 204
    },
    "listCommentRepliesInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020/replies",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment-reply",
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
              "markdown": "It is better"
            },
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020/replies/06g4xr9s0g0000000000000021"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020/replies",
      "body": {
        "body": {
          "markdown": "Because"
        }
      },
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0g0434c91000000001",
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
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020/replies/06g4xr9s0g0434c91000000001"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020/replies/06g4xr9s0g0000000000000021",
      "status": 200,
      "answer": {
        "object": "comment-reply",
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
          "markdown": "It is better"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020/replies/06g4xr9s0g0000000000000021"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020/replies/06g4xr9s0g0000000000000021",
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
          }
        ],
        "body": {
          "markdown": "Because"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020/replies/06g4xr9s0g0000000000000021"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0000000000000020/replies/06g4xr9s0g0000000000000021",
      "status": 204
    },
    "listCommentersInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/commenters",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests",
      "status": 200,
      "answer": {
        "count": 0,
        "items": []
      }
    },
    "createChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests",
      "body": {
        "subject": "A better guide"
      },
      "status": 201,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0ga2fa0bc000000001",
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
        "revision": "06g4xr9s0g000000000000001r",
        "revisionInitial": "06g4xr9s0g000000000000001r",
        "comments": 0,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0ga2fa0bc000000001",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/~/changes/06g4xr9s0ga2fa0bc000000001"
        }
      }
    },
    "getChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s",
      "status": 200,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0g000000000000001s",
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
        "revision": "06g4xr9s0g000000000000001t",
        "revisionInitial": "06g4xr9s0g000000000000001r",
        "comments": 1,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/~/changes/06g4xr9s0g000000000000001s"
        }
      }
    },
    "updateChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s",
      "body": {
        "subject": "Renamed",
        "status": "open"
      },
      "status": 200,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0g000000000000001s",
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
        "revision": "06g4xr9s0g000000000000001t",
        "revisionInitial": "06g4xr9s0g000000000000001r",
        "comments": 1,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/~/changes/06g4xr9s0g000000000000001s"
        }
      }
    },
    "mergeChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/merge",
      "status": 200,
      "answer": {
        "revision": "06g4xr9s0gf2c1e1f000000001",
        "result": "merge"
      }
    },
    "updateChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/update",
      "status": 200,
      "answer": {
        "revision": "06g4xr9s0g000000000000001t",
        "result": "update"
      }
    },
    "resolveChangeRequestConflicts": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/resolve",
      "body": {
        "resolutions": [
          {
            "item": "06g4xr9s0g000000000000001n",
            "where": "block 1",
            "take": "main"
          }
        ]
      },
      "status": 200,
      "answer": {
        "revision": "06g4xr9s0ge1164fe000000002",
        "result": "update"
      }
    },
    "getChangeRequestChanges": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/changes",
      "status": 200,
      "answer": {
        "changes": [
          {
            "type": "page_edited",
            "page": {
              "id": "06g4xr9s0g000000000000001n",
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
            "item": "06g4xr9s0g000000000000001n",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/content",
      "status": 200,
      "answer": {
        "object": "revision",
        "id": "06g4xr9s0g000000000000001t",
        "type": "edits",
        "parents": [
          "06g4xr9s0g000000000000001r"
        ],
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001q",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
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
            "id": "06g4xr9s0g000000000000001o",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001o/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/9OL_gqW1eSMEIE7AUY-KJg/dot.svg",
            "size": 6
          }
        ],
        "reusableContents": [],
        "createdAt": "2026-01-31T09:00:00.000Z",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
        }
      }
    },
    "updateChangeRequestContent": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/content",
      "body": {
        "changes": [
          {
            "operation": "update_page",
            "page": "06g4xr9s0g000000000000001n",
            "title": "Changed"
          }
        ]
      },
      "status": 200,
      "answer": {
        "object": "change-request",
        "id": "06g4xr9s0g000000000000001s",
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
        "revision": "06g4xr9s0g97d2ac6000000001",
        "revisionInitial": "06g4xr9s0g000000000000001r",
        "comments": 1,
        "outdated": false,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/~/changes/06g4xr9s0g000000000000001s"
        }
      }
    },
    "listPagesInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/content/pages",
      "status": 200,
      "answer": {
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001n",
            "title": "New guide",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
            },
            "slug": "guide",
            "path": "guide",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001q",
                "title": "Install",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/content/files",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000001o",
            "name": "dot.svg",
            "contentType": "image/svg+xml",
            "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001o/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/9OL_gqW1eSMEIE7AUY-KJg/dot.svg",
            "size": 6
          }
        ]
      }
    },
    "getFileInChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/content/files/06g4xr9s0g000000000000001o",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001o",
        "name": "dot.svg",
        "contentType": "image/svg+xml",
        "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001o/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/9OL_gqW1eSMEIE7AUY-KJg/dot.svg",
        "size": 6
      }
    },
    "getPageInChangeRequestById": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/content/page/06g4xr9s0g000000000000001n",
      "status": 200,
      "answer": {
        "id": "06g4xr9s0g000000000000001n",
        "title": "New guide",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "kind": "sheet",
        "type": "document",
        "urls": {
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
        },
        "slug": "guide",
        "path": "guide",
        "pages": [
          {
            "id": "06g4xr9s0g000000000000001q",
            "title": "Install",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "kind": "sheet",
            "type": "document",
            "urls": {
              "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
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
            "id": "06g4xr9s0g0000000000000011",
            "organization": {
              "object": "organization",
              "id": "06g4xr9s0g0000000000000009",
              "title": "Example"
            },
            "role": "comment",
            "sso": false,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "urls": {
              "location": "http://lectern.test/v1/user/invites/06g4xr9s0g0000000000000011"
            }
          }
        ]
      }
    },
    "acceptUserInvite": {
      "path": "/v1/user/invites/06g4xr9s0g0000000000000011",
      "status": 204
    },
    "declineUserInvite": {
      "path": "/v1/user/invites/06g4xr9s0g0000000000000011",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/invites/06g4xr9s0g000000000000000psecret-000000000000000000000000000000000012",
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
            "id": "06g4xr9s0g000000000000000psecret-000000000000000000000000000000000012",
            "redundant": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000psecret-000000000000000000000000000000000012"
            },
            "role": "edit"
          },
          {
            "object": "invite",
            "id": "06g4xr9s0g0000000000000012secret-000000000000000000000000000000000015",
            "redundant": true,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g0000000000000012secret-000000000000000000000000000000000015"
            },
            "level": "comment",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000v",
              "title": "Second",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000010",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
        "id": "06g4xr9s0gd8ec63f000000001secret-d8ec63f00000000000000000000000000001",
        "redundant": true,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0gd8ec63f000000001secret-d8ec63f00000000000000000000000000001"
        },
        "role": "edit"
      }
    },
    "getOrganizationInviteLink": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000psecret-000000000000000000000000000000000012",
      "status": 200,
      "answer": {
        "object": "invite",
        "id": "06g4xr9s0g000000000000000psecret-000000000000000000000000000000000012",
        "redundant": true,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000psecret-000000000000000000000000000000000012"
        },
        "role": "edit"
      }
    },
    "updateOrganizationInviteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000psecret-000000000000000000000000000000000012",
      "body": {
        "role": "comment"
      },
      "status": 200,
      "answer": {
        "object": "invite",
        "id": "06g4xr9s0g000000000000000psecret-000000000000000000000000000000000012",
        "redundant": true,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000psecret-000000000000000000000000000000000012"
        },
        "role": "comment"
      }
    },
    "deleteOrganizationInviteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/link-invites/06g4xr9s0g000000000000000psecret-000000000000000000000000000000000012",
      "status": 204
    },
    "listSpaceLinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/links",
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
                "id": "06g4xr9s0g000000000000000t",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g98221cd000000002",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                "id": "06g4xr9s0g000000000000001n",
                "title": "Guide",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                "id": "06g4xr9s0g000000000000000t",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g98221cd000000002",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                "id": "06g4xr9s0g000000000000001o",
                "name": "dot.svg",
                "contentType": "image/svg+xml",
                "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001o/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/9OL_gqW1eSMEIE7AUY-KJg/dot.svg",
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                "id": "06g4xr9s0g000000000000000v",
                "title": "Second",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g0000000000000010",
                "defaultLevel": "read",
                "comments": 0,
                "changeRequests": 0,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 0,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g98221cd000000002",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g98221cd000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/page/06g4xr9s0g000000000000001n/links",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/page/06g4xr9s0g000000000000001n/backlinks",
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
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0gc8affb4000000002",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
              "id": "06g4xr9s0gc8affb4000000001",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
              "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
            }
          }
        ]
      }
    },
    "listSpaceFileBacklinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/files/06g4xr9s0g000000000000001o/backlinks",
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
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g29169b4000000002",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
              "id": "06g4xr9s0g29169b4000000001",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
              "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
            }
          }
        ]
      }
    },
    "listChangeRequestLinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/links",
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
                "id": "06g4xr9s0g000000000000000t",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g000000000000001r",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                "id": "06g4xr9s0g000000000000001n",
                "title": "New guide",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "kind": "sheet",
                "type": "document",
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                "id": "06g4xr9s0g000000000000000t",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g000000000000001r",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                "id": "06g4xr9s0g000000000000001o",
                "name": "dot.svg",
                "contentType": "image/svg+xml",
                "downloadURL": "http://lectern.test/files/06g4xr9s0g000000000000000t/06g4xr9s0g000000000000001o/d4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6/9OL_gqW1eSMEIE7AUY-KJg/dot.svg",
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                "id": "06g4xr9s0g000000000000000v",
                "title": "Second",
                "emoji": "1f4d6",
                "visibility": "private",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g0000000000000010",
                "defaultLevel": "read",
                "comments": 0,
                "changeRequests": 0,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 0,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "id": "06g4xr9s0g2c8d908000000001",
                  "title": "Linked",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "kind": "sheet",
                  "type": "document",
                  "urls": {
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
                  "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/content/page/06g4xr9s0g000000000000001n/links",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/content/page/06g4xr9s0g000000000000001n/backlinks",
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
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001r",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
              "id": "06g4xr9s0gfcaf2f6000000001",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
              "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
            }
          }
        ]
      }
    },
    "listChangeRequestFileBacklinks": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/content/files/06g4xr9s0g000000000000001o/backlinks",
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
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001r",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
              "id": "06g4xr9s0g73083d9000000001",
              "title": "Linked",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "kind": "sheet",
              "type": "document",
              "urls": {
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/linked"
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
              "documentId": "f98a00fbf41169f3bd404e8292bd3885e70cca97"
            }
          }
        ]
      }
    },
    "getReviewsByChangeRequestId": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/reviews",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "change-request-review",
            "id": "06g4xr9s0g0674fa1000000001",
            "revision": "06g4xr9s0g000000000000001t",
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
              "id": "06g4xr9s0g0674fa1000000002",
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
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/comments/06g4xr9s0g0674fa1000000002"
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
                "space": "06g4xr9s0g000000000000000t",
                "revision": "06g4xr9s0g000000000000001t",
                "changeRequest": "06g4xr9s0g000000000000001s",
                "review": "06g4xr9s0g0674fa1000000001"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/reviews",
      "body": {
        "status": "approved"
      },
      "status": 201,
      "answer": {
        "object": "change-request-review",
        "id": "06g4xr9s0g644db41000000001",
        "revision": "06g4xr9s0g000000000000001t",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/requested-reviewers",
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
            "revision": "06g4xr9s0g000000000000001t",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/requested-reviewers",
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
            "revision": "06g4xr9s0g000000000000001t",
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
            "revision": "06g4xr9s0g000000000000001t",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/requested-reviewers/06g4xr9s0g0000000000000001",
      "status": 204
    },
    "getContributorsByChangeRequestId": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/1/contributors",
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
          "page": "YTVlNzgwOTczNjA1NjczYVsiMDZnNHhyOXMwZzAwMDAwMDAwMDAwMDAwMDkiLCIwNmc0eHI5czBnMDAwMDAwMDAwMDAwMDAwcSJd"
        },
        "count": 2,
        "items": [
          {
            "object": "saml-provider",
            "label": "Active",
            "entityID": "https://idp.example/entity",
            "certificate": "-----BEGIN CERTIFICATE-----\nMIIBQDCB86ADAgECAhQy4eoFFmmYiSDYbUyT3mNoZvodvzAFBgMrZXAwFjEUMBIG\nA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIxMTEzMTIxWhcNMzYxMTE4MTEzMTIx\nWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTAqMAUGAytlcAMhANLhrYFBndjq2Lmv\n9v/RaXQsqe6vuzf1/sBUqRw/IViZo1MwUTAdBgNVHQ4EFgQUK/eNKDzHrCVOWk9V\nNRJSasPKF28wHwYDVR0jBBgwFoAUK/eNKDzHrCVOWk9VNRJSasPKF28wDwYDVR0T\nAQH/BAUwAwEB/zAFBgMrZXADQQCqDaqCOfHDbcEKyBUMWjxgC9rELCCGmvaS089h\n+3zNOe5JpgKoFBR7X+bWl5nOu63psg3TOXHtjSgBRYCHtbAP\n-----END CERTIFICATE-----",
            "ssoURL": "https://idp.example/sso",
            "id": "06g4xr9s0g000000000000000q",
            "defaultRole": null,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "status": "active",
            "service": {
              "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000q/acs",
              "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000q/start",
              "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000q"
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000q"
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
        "id": "06g4xr9s0g044986c000000001",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "status": "active",
        "service": {
          "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g044986c000000001/acs",
          "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g044986c000000001/start",
          "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g044986c000000001"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g044986c000000001"
        }
      }
    },
    "getOrganizationSAMLProviderById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000q",
      "status": 200,
      "answer": {
        "object": "saml-provider",
        "label": "Active",
        "entityID": "https://idp.example/entity",
        "certificate": "-----BEGIN CERTIFICATE-----\nMIIBQDCB86ADAgECAhQy4eoFFmmYiSDYbUyT3mNoZvodvzAFBgMrZXAwFjEUMBIG\nA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIxMTEzMTIxWhcNMzYxMTE4MTEzMTIx\nWjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTAqMAUGAytlcAMhANLhrYFBndjq2Lmv\n9v/RaXQsqe6vuzf1/sBUqRw/IViZo1MwUTAdBgNVHQ4EFgQUK/eNKDzHrCVOWk9V\nNRJSasPKF28wHwYDVR0jBBgwFoAUK/eNKDzHrCVOWk9VNRJSasPKF28wDwYDVR0T\nAQH/BAUwAwEB/zAFBgMrZXADQQCqDaqCOfHDbcEKyBUMWjxgC9rELCCGmvaS089h\n+3zNOe5JpgKoFBR7X+bWl5nOu63psg3TOXHtjSgBRYCHtbAP\n-----END CERTIFICATE-----",
        "ssoURL": "https://idp.example/sso",
        "id": "06g4xr9s0g000000000000000q",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "status": "active",
        "service": {
          "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000q/acs",
          "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000q/start",
          "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000q"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000q"
        }
      }
    },
    "updateOrganizationSAMLProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000q",
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
        "id": "06g4xr9s0g000000000000000q",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "status": "pending",
        "service": {
          "acsURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000q/acs",
          "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000q/start",
          "entityID": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000q"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000q"
        }
      }
    },
    "deleteOrganizationSAMLProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/saml/06g4xr9s0g000000000000000q",
      "status": 204
    },
    "listSSOProviderLoginsInOrganization": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sso",
      "status": 200,
      "answer": {
        "items": [
          {
            "id": "06g4xr9s0g000000000000000q",
            "label": "Active",
            "startURL": "http://lectern.test/saml/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000q/start"
          },
          {
            "id": "06g4xr9s0g000000000000000s",
            "label": "Active",
            "startURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000s/start"
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
            "id": "06g4xr9s0g000000000000000s",
            "defaultRole": null,
            "createdAt": "2026-01-31T09:00:00.000Z",
            "hasSecret": true,
            "service": {
              "startURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000s/start",
              "redirectURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000s/callback"
            },
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000s"
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
        "id": "06g4xr9s0g1691dd6000000001",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "hasSecret": true,
        "service": {
          "startURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g1691dd6000000001/start",
          "redirectURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g1691dd6000000001/callback"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g1691dd6000000001"
        }
      }
    },
    "getOpenIDProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000s",
      "status": 200,
      "answer": {
        "object": "openid-provider",
        "label": "Active",
        "issuer": "https://idp.example",
        "clientId": "lectern",
        "id": "06g4xr9s0g000000000000000s",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "hasSecret": true,
        "service": {
          "startURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000s/start",
          "redirectURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000s/callback"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000s"
        }
      }
    },
    "updateOpenIDProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000s",
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
        "id": "06g4xr9s0g000000000000000s",
        "defaultRole": null,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "hasSecret": false,
        "service": {
          "startURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000s/start",
          "redirectURL": "http://lectern.test/openid/06g4xr9s0g0000000000000009/06g4xr9s0g000000000000000s/callback"
        },
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000s"
        }
      }
    },
    "deleteOpenIDProvider": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openid/06g4xr9s0g000000000000000s",
      "status": 204
    },
    "listCommentsInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment",
            "id": "06g4xr9s0g000000000000001u",
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
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u"
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
              "space": "06g4xr9s0g000000000000000t",
              "revision": "06g4xr9s0g000000000000001r",
              "page": {
                "id": "06g4xr9s0g000000000000001n",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments",
      "body": {
        "body": {
          "markdown": "Why?"
        },
        "page": "06g4xr9s0g000000000000001n",
        "node": "n1"
      },
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0gde3f4c0000000001",
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
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0gde3f4c0000000001"
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
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001r",
          "page": {
            "id": "06g4xr9s0g000000000000001n",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u",
      "status": 200,
      "answer": {
        "object": "comment",
        "id": "06g4xr9s0g000000000000001u",
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
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u"
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
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001r",
          "page": {
            "id": "06g4xr9s0g000000000000001n",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u",
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
        "id": "06g4xr9s0g000000000000001u",
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
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u"
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
          "space": "06g4xr9s0g000000000000000t",
          "revision": "06g4xr9s0g000000000000001r",
          "page": {
            "id": "06g4xr9s0g000000000000001n",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u",
      "status": 204
    },
    "listCommentRepliesInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u/replies",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "comment-reply",
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
            "reactions": [],
            "body": {
              "markdown": "To see"
            },
            "urls": {
              "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u/replies/06g4xr9s0g000000000000001v"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u/replies",
      "body": {
        "body": {
          "markdown": "Because"
        }
      },
      "status": 200,
      "answer": {
        "object": "comment-reply",
        "id": "06g4xr9s0ge8d13e0000000001",
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
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u/replies/06g4xr9s0ge8d13e0000000001"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u/replies/06g4xr9s0g000000000000001v",
      "status": 200,
      "answer": {
        "object": "comment-reply",
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
        "reactions": [],
        "body": {
          "markdown": "To see"
        },
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u/replies/06g4xr9s0g000000000000001v"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u/replies/06g4xr9s0g000000000000001v",
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
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u/replies/06g4xr9s0g000000000000001v"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/comments/06g4xr9s0g000000000000001u/replies/06g4xr9s0g000000000000001v",
      "status": 204
    },
    "listCommentersInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/commenters",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/transfer",
      "body": {
        "organization": "06g4xr9s0g000000000000000f"
      },
      "status": 200,
      "answer": {
        "object": "space",
        "id": "06g4xr9s0g000000000000000t",
        "title": "Main",
        "emoji": "1f4d6",
        "visibility": "private",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "editMode": "live",
        "organization": "06g4xr9s0g000000000000000f",
        "revision": "06g4xr9s0g000000000000001r",
        "defaultLevel": "read",
        "comments": 1,
        "changeRequests": 1,
        "changeRequestsOpen": 0,
        "changeRequestsDraft": 1,
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
          "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/users",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/teams",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/aggregate",
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
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/users/06g4xr9s0g0000000000000005",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeUserFromSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/users/06g4xr9s0g0000000000000005",
      "status": 204
    },
    "updateTeamPermissionInSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/teams/06g4xr9s0g000000000000000j",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeTeamFromSpace": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000v/permissions/teams/06g4xr9s0g000000000000000j",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/permissions",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/permissions/users",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/permissions/teams",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/permissions/aggregate",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/permissions/users/06g4xr9s0g0000000000000005",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeUserFromSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/permissions/users/06g4xr9s0g0000000000000005",
      "status": 204
    },
    "updateTeamPermissionInSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/permissions/teams/06g4xr9s0g000000000000000j",
      "body": {
        "role": "review"
      },
      "status": 204
    },
    "removeTeamFromSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/permissions/teams/06g4xr9s0g000000000000000j",
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
        "id": "06g4xr9s0g420be64000000001",
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
            "id": "06g4xr9s0g000000000000001b",
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
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b"
            }
          },
          {
            "object": "site",
            "id": "06g4xr9s0g000000000000001c",
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
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001c"
            }
          },
          {
            "object": "site",
            "id": "06g4xr9s0g000000000000001d",
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
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d",
              "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d"
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
          "06g4xr9s0g000000000000000v",
          "06g4xr9s0g000000000000000t"
        ]
      },
      "status": 201,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g107448f000000003",
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
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g107448f000000003",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g107448f000000003"
        }
      }
    },
    "getSiteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
      "status": 200,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000001b",
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
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b"
        }
      }
    },
    "updateSiteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
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
        "id": "06g4xr9s0g000000000000001b",
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
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b"
        }
      }
    },
    "deleteSiteById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
      "status": 204
    },
    "publishSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/publish",
      "status": 200,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000001b",
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
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
          "published": "http://lectern.test/sites/06g4xr9s0g000000000000001b/"
        }
      }
    },
    "unpublishSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/unpublish",
      "status": 200,
      "answer": {
        "object": "site",
        "id": "06g4xr9s0g000000000000001b",
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
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
          "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b"
        }
      }
    },
    "getSitePublishingAuthById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/publishing/auth",
      "status": 200,
      "answer": {
        "object": "publishing-auth",
        "backend": "custom",
        "privateKey": "secret-000000000000000000000000000000000019",
        "oldKeys": []
      }
    },
    "updateSitePublishingAuthById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/publishing/auth",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/publishing/auth/regenerate",
      "status": 200,
      "answer": {
        "object": "publishing-auth",
        "backend": "custom",
        "privateKey": "secret-323daa200000000000000000000000000001",
        "oldKeys": []
      }
    },
    "rotateSitePublishingKey": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/publishing/keys",
      "body": {
        "overlap": 60
      },
      "status": 201,
      "answer": {
        "object": "publishing-auth",
        "backend": "custom",
        "privateKey": "secret-be9c7dc00000000000000000000000000001",
        "oldKeys": [
          {
            "id": "06g4xr9s0gbe9c7dc000000001",
            "expires": "2026-01-31T09:01:00.000Z"
          }
        ]
      }
    },
    "deleteSitePublishingKeyById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/publishing/keys/unknown",
      "status": 204
    },
    "listSiteSpaces": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces",
      "status": 200,
      "answer": {
        "count": 2,
        "items": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g0000000000000019",
            "path": "main",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001r",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces/06g4xr9s0g0000000000000019"
            }
          },
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001a",
            "path": "second",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000v",
              "title": "Second",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g0000000000000010",
              "defaultLevel": "read",
              "comments": 0,
              "changeRequests": 0,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 0,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces/06g4xr9s0g000000000000001a"
            }
          }
        ]
      }
    },
    "addSpaceToSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces",
      "body": {
        "spaceId": "06g4xr9s0g0000000000000013"
      },
      "status": 201,
      "answer": {
        "object": "site-space",
        "id": "06g4xr9s0g0b432b6000000001",
        "path": "locked",
        "space": {
          "object": "space",
          "id": "06g4xr9s0g0000000000000013",
          "title": "Locked",
          "emoji": "1f4d6",
          "visibility": "private",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "updatedAt": "2026-01-31T09:00:00.000Z",
          "editMode": "locked",
          "organization": "06g4xr9s0g0000000000000009",
          "revision": "06g4xr9s0g0000000000000014",
          "defaultLevel": "read",
          "comments": 0,
          "changeRequests": 0,
          "changeRequestsOpen": 0,
          "changeRequestsDraft": 0,
          "urls": {
            "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000013",
            "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000013"
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
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces/06g4xr9s0g0b432b6000000001"
        }
      }
    },
    "deleteSiteSpaceById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces/06g4xr9s0g0000000000000019",
      "status": 204
    },
    "updateSiteSpaceById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces/06g4xr9s0g0000000000000019",
      "body": {
        "path": "path",
        "condition": "visitor.claims.beta",
        "spaceId": "06g4xr9s0g0000000000000013"
      },
      "status": 200,
      "answer": {
        "object": "site-space",
        "id": "06g4xr9s0g0000000000000019",
        "path": "path",
        "space": {
          "object": "space",
          "id": "06g4xr9s0g0000000000000013",
          "title": "Locked",
          "emoji": "1f4d6",
          "visibility": "private",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "updatedAt": "2026-01-31T09:00:00.000Z",
          "editMode": "locked",
          "organization": "06g4xr9s0g0000000000000009",
          "revision": "06g4xr9s0g0000000000000014",
          "defaultLevel": "read",
          "comments": 0,
          "changeRequests": 0,
          "changeRequestsOpen": 0,
          "changeRequestsDraft": 0,
          "urls": {
            "location": "http://lectern.test/v1/spaces/06g4xr9s0g0000000000000013",
            "app": "http://lectern.test/app/s/06g4xr9s0g0000000000000013"
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
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces/06g4xr9s0g0000000000000019"
        }
      }
    },
    "moveSiteSpace": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces/06g4xr9s0g0000000000000019/move",
      "body": {
        "position": {
          "after": {
            "type": "site-space",
            "siteSpace": "06g4xr9s0g000000000000001a"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-space",
        "id": "06g4xr9s0g0000000000000019",
        "path": "main",
        "space": {
          "object": "space",
          "id": "06g4xr9s0g000000000000000t",
          "title": "Main",
          "emoji": "1f4d6",
          "visibility": "private",
          "createdAt": "2026-01-31T09:00:00.000Z",
          "updatedAt": "2026-01-31T09:00:00.000Z",
          "editMode": "live",
          "organization": "06g4xr9s0g0000000000000009",
          "revision": "06g4xr9s0g000000000000001r",
          "defaultLevel": "read",
          "comments": 1,
          "changeRequests": 1,
          "changeRequestsOpen": 0,
          "changeRequestsDraft": 1,
          "urls": {
            "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
            "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces/06g4xr9s0g0000000000000019"
        }
      }
    },
    "listSiteSections": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections",
      "status": 200,
      "answer": {
        "count": 2,
        "items": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001e",
            "title": "Open",
            "default": true,
            "path": "open",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001f",
                "path": "main",
                "section": "06g4xr9s0g000000000000001e",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001f"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001e"
            }
          },
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001h",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001k",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001i",
                "path": "second",
                "section": "06g4xr9s0g000000000000001h",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000v",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000010",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001i"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001h"
            }
          }
        ]
      }
    },
    "addSectionToSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections",
      "body": {
        "spaceId": "06g4xr9s0g000000000000000t",
        "title": "More",
        "icon": "gear"
      },
      "status": 201,
      "answer": {
        "object": "site-section",
        "id": "06g4xr9s0g5ae3add000000001",
        "title": "More",
        "default": false,
        "path": "more",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g5ae3add000000002",
            "path": "main",
            "section": "06g4xr9s0g5ae3add000000001",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001r",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g5ae3add000000002"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g5ae3add000000001"
        },
        "icon": "gear"
      }
    },
    "deleteSiteSectionById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001e",
      "status": 204
    },
    "updateSiteSectionById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001e",
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
        "id": "06g4xr9s0g000000000000001e",
        "title": "New",
        "description": "All of it",
        "default": true,
        "path": "new",
        "condition": "true",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001f",
            "path": "main",
            "section": "06g4xr9s0g000000000000001e",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001r",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001f"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001e"
        },
        "icon": "gear"
      }
    },
    "moveSiteSection": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001e/move",
      "body": {
        "position": {
          "before": {
            "type": "site-section",
            "siteSection": "06g4xr9s0g000000000000001h"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-section",
        "id": "06g4xr9s0g000000000000001e",
        "title": "Open",
        "default": true,
        "path": "open",
        "sectionGroup": "06g4xr9s0g000000000000001k",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001f",
            "path": "main",
            "section": "06g4xr9s0g000000000000001e",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001r",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001f"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001e"
        }
      }
    },
    "listSiteSectionGroups": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/section-groups",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "site-section-group",
            "id": "06g4xr9s0g000000000000001k",
            "title": "Group",
            "sections": [
              {
                "object": "site-section",
                "id": "06g4xr9s0g000000000000001h",
                "title": "Grouped",
                "default": false,
                "path": "grouped",
                "sectionGroup": "06g4xr9s0g000000000000001k",
                "siteSpaces": [
                  {
                    "object": "site-space",
                    "id": "06g4xr9s0g000000000000001i",
                    "path": "second",
                    "section": "06g4xr9s0g000000000000001h",
                    "space": {
                      "object": "space",
                      "id": "06g4xr9s0g000000000000000v",
                      "title": "Second",
                      "emoji": "1f4d6",
                      "visibility": "private",
                      "createdAt": "2026-01-31T09:00:00.000Z",
                      "updatedAt": "2026-01-31T09:00:00.000Z",
                      "editMode": "live",
                      "organization": "06g4xr9s0g0000000000000009",
                      "revision": "06g4xr9s0g0000000000000010",
                      "defaultLevel": "read",
                      "comments": 0,
                      "changeRequests": 0,
                      "changeRequestsOpen": 0,
                      "changeRequestsDraft": 0,
                      "urls": {
                        "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                        "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
                      "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001i"
                    }
                  }
                ],
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001h"
                }
              }
            ]
          }
        ]
      }
    },
    "addSectionGroupToSite": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/section-groups",
      "body": {
        "title": "More",
        "icon": "gear",
        "sections": [
          "06g4xr9s0g000000000000001e"
        ]
      },
      "status": 201,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0gd47761e000000001",
        "title": "More",
        "icon": "gear",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001e",
            "title": "Open",
            "default": true,
            "path": "open",
            "sectionGroup": "06g4xr9s0gd47761e000000001",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001f",
                "path": "main",
                "section": "06g4xr9s0g000000000000001e",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001f"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001e"
            }
          }
        ]
      }
    },
    "deleteSiteSectionGroupById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/section-groups/06g4xr9s0g000000000000001k",
      "status": 204
    },
    "updateSiteSectionGroupById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/section-groups/06g4xr9s0g000000000000001k",
      "body": {
        "title": "New",
        "icon": "gear"
      },
      "status": 200,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0g000000000000001k",
        "title": "New",
        "icon": "gear",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001h",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001k",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001i",
                "path": "second",
                "section": "06g4xr9s0g000000000000001h",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000v",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000010",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001i"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001h"
            }
          }
        ]
      }
    },
    "addSectionToGroup": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/section-groups/06g4xr9s0g000000000000001k/sections",
      "body": {
        "sectionId": "06g4xr9s0g000000000000001e"
      },
      "status": 201,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0g000000000000001k",
        "title": "Group",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001h",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001k",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001i",
                "path": "second",
                "section": "06g4xr9s0g000000000000001h",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000v",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000010",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001i"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001h"
            }
          },
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001e",
            "title": "Open",
            "default": true,
            "path": "open",
            "sectionGroup": "06g4xr9s0g000000000000001k",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001f",
                "path": "main",
                "section": "06g4xr9s0g000000000000001e",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001f"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001e"
            }
          }
        ]
      }
    },
    "removeSectionFromGroup": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/section-groups/06g4xr9s0g000000000000001k/sections/06g4xr9s0g000000000000001h",
      "status": 204
    },
    "moveSiteSectionGroup": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/section-groups/06g4xr9s0g000000000000001k/move",
      "body": {
        "position": {
          "before": {
            "type": "site-section",
            "id": "06g4xr9s0g000000000000001e"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-section-group",
        "id": "06g4xr9s0g000000000000001k",
        "title": "Group",
        "sections": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001h",
            "title": "Grouped",
            "default": false,
            "path": "grouped",
            "sectionGroup": "06g4xr9s0g000000000000001k",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001i",
                "path": "second",
                "section": "06g4xr9s0g000000000000001h",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000v",
                  "title": "Second",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g0000000000000010",
                  "defaultLevel": "read",
                  "comments": 0,
                  "changeRequests": 0,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 0,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001i"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001h"
            }
          }
        ]
      }
    },
    "getSiteStructure": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/structure",
      "status": 200,
      "answer": {
        "type": "sections",
        "structure": [
          {
            "object": "site-section",
            "id": "06g4xr9s0g000000000000001e",
            "title": "Open",
            "default": true,
            "path": "open",
            "siteSpaces": [
              {
                "object": "site-space",
                "id": "06g4xr9s0g000000000000001f",
                "path": "main",
                "section": "06g4xr9s0g000000000000001e",
                "space": {
                  "object": "space",
                  "id": "06g4xr9s0g000000000000000t",
                  "title": "Main",
                  "emoji": "1f4d6",
                  "visibility": "private",
                  "createdAt": "2026-01-31T09:00:00.000Z",
                  "updatedAt": "2026-01-31T09:00:00.000Z",
                  "editMode": "live",
                  "organization": "06g4xr9s0g0000000000000009",
                  "revision": "06g4xr9s0g000000000000001r",
                  "defaultLevel": "read",
                  "comments": 1,
                  "changeRequests": 1,
                  "changeRequestsOpen": 0,
                  "changeRequestsDraft": 1,
                  "urls": {
                    "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                    "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001f"
                }
              }
            ],
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001e"
            }
          },
          {
            "object": "site-section-group",
            "id": "06g4xr9s0g000000000000001k",
            "title": "Group",
            "sections": [
              {
                "object": "site-section",
                "id": "06g4xr9s0g000000000000001h",
                "title": "Grouped",
                "default": false,
                "path": "grouped",
                "sectionGroup": "06g4xr9s0g000000000000001k",
                "siteSpaces": [
                  {
                    "object": "site-space",
                    "id": "06g4xr9s0g000000000000001i",
                    "path": "second",
                    "section": "06g4xr9s0g000000000000001h",
                    "space": {
                      "object": "space",
                      "id": "06g4xr9s0g000000000000000v",
                      "title": "Second",
                      "emoji": "1f4d6",
                      "visibility": "private",
                      "createdAt": "2026-01-31T09:00:00.000Z",
                      "updatedAt": "2026-01-31T09:00:00.000Z",
                      "editMode": "live",
                      "organization": "06g4xr9s0g0000000000000009",
                      "revision": "06g4xr9s0g0000000000000010",
                      "defaultLevel": "read",
                      "comments": 0,
                      "changeRequests": 0,
                      "changeRequestsOpen": 0,
                      "changeRequestsDraft": 0,
                      "urls": {
                        "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                        "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v"
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
                      "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001i"
                    }
                  }
                ],
                "urls": {
                  "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001h"
                }
              }
            ]
          }
        ]
      }
    },
    "sortSiteStructure": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/structure/sort",
      "body": {
        "item": {
          "type": "site-section",
          "id": "06g4xr9s0g000000000000001e"
        },
        "position": {
          "after": {
            "type": "site-section-group",
            "id": "06g4xr9s0g000000000000001k"
          }
        }
      },
      "status": 200,
      "answer": {
        "object": "site-section",
        "id": "06g4xr9s0g000000000000001e",
        "title": "Open",
        "default": true,
        "path": "open",
        "siteSpaces": [
          {
            "object": "site-space",
            "id": "06g4xr9s0g000000000000001f",
            "path": "main",
            "section": "06g4xr9s0g000000000000001e",
            "space": {
              "object": "space",
              "id": "06g4xr9s0g000000000000000t",
              "title": "Main",
              "emoji": "1f4d6",
              "visibility": "private",
              "createdAt": "2026-01-31T09:00:00.000Z",
              "updatedAt": "2026-01-31T09:00:00.000Z",
              "editMode": "live",
              "organization": "06g4xr9s0g0000000000000009",
              "revision": "06g4xr9s0g000000000000001r",
              "defaultLevel": "read",
              "comments": 1,
              "changeRequests": 1,
              "changeRequestsOpen": 0,
              "changeRequestsDraft": 1,
              "urls": {
                "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t"
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
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/site-spaces/06g4xr9s0g000000000000001f"
            }
          }
        ],
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001d/sections/06g4xr9s0g000000000000001e"
        }
      }
    },
    "listSiteShareLinks": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/share-links",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "share-link",
            "id": "06g4xr9s0g000000000000001l",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "name": "Friends",
            "active": true,
            "uses": 0,
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/share-links/06g4xr9s0g000000000000001l",
              "published": "http://lectern.test/sites/06g4xr9s0g000000000000001b/def347f73d66d1c67a201da64b86f07f/"
            }
          }
        ]
      }
    },
    "createSiteShareLink": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/share-links",
      "body": {
        "name": "Made"
      },
      "status": 201,
      "answer": {
        "object": "share-link",
        "id": "06g4xr9s0gf3633b6000000001",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "name": "Made",
        "active": true,
        "uses": 0,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/share-links/06g4xr9s0gf3633b6000000001",
          "published": "http://lectern.test/sites/06g4xr9s0g000000000000001b/88e403bf1018470d098e2d70049edb8d/"
        }
      }
    },
    "updateSiteShareLinkById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/share-links/06g4xr9s0g000000000000001l",
      "body": {
        "active": false,
        "name": "Renamed"
      },
      "status": 200,
      "answer": {
        "object": "share-link",
        "id": "06g4xr9s0g000000000000001l",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "name": "Renamed",
        "active": false,
        "uses": 0,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/share-links/06g4xr9s0g000000000000001l",
          "published": "http://lectern.test/sites/06g4xr9s0g000000000000001b/def347f73d66d1c67a201da64b86f07f/"
        }
      }
    },
    "renewSiteShareLink": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/share-links/06g4xr9s0g000000000000001l/renew",
      "status": 200,
      "answer": {
        "object": "share-link",
        "id": "06g4xr9s0g000000000000001l",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "name": "Friends",
        "active": true,
        "uses": 0,
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/share-links/06g4xr9s0g000000000000001l",
          "published": "http://lectern.test/sites/06g4xr9s0g000000000000001b/b208119df149a9f4864cb0cef6c04f06/"
        }
      }
    },
    "deleteSiteShareLinkById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/share-links/06g4xr9s0g000000000000001l",
      "status": 204
    },
    "listSiteRedirects": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/redirects",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "object": "site-redirect",
            "id": "06g4xr9s0g000000000000001m",
            "source": "/old",
            "destination": {
              "kind": "site-space",
              "siteSpaceId": "06g4xr9s0g000000000000001a"
            }
          }
        ]
      }
    },
    "createSiteRedirect": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/redirects",
      "body": {
        "source": "/a/b%20c",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g0000000000000019"
        }
      },
      "status": 201,
      "answer": {
        "object": "site-redirect",
        "id": "06g4xr9s0g84f6eea000000001",
        "source": "/a/b%20c",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g0000000000000019"
        }
      }
    },
    "updateSiteRedirectById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/redirects/06g4xr9s0g000000000000001m",
      "body": {
        "source": "/older",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g0000000000000019"
        }
      },
      "status": 200,
      "answer": {
        "object": "site-redirect",
        "id": "06g4xr9s0g000000000000001m",
        "source": "/older",
        "destination": {
          "kind": "site-space",
          "siteSpaceId": "06g4xr9s0g0000000000000019"
        }
      }
    },
    "deleteSiteRedirectById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/redirects/06g4xr9s0g000000000000001m",
      "status": 204
    },
    "getSiteCustomizationById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/customization",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/customization",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/feedback",
      "status": 200,
      "answer": {
        "count": 0,
        "items": []
      }
    },
    "giveSiteFeedback": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/feedback",
      "body": {
        "siteSpace": "06g4xr9s0g0000000000000019",
        "page": "06g4xr9s0g000000000000001n",
        "helpful": false,
        "text": "Too short"
      },
      "status": 201,
      "answer": {
        "object": "site-feedback",
        "siteSpace": "06g4xr9s0g0000000000000019",
        "page": "06g4xr9s0g000000000000001n",
        "helpful": false,
        "text": "Too short",
        "kind": "page",
        "id": "06g4xr9s0g127e4e2000000002",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z"
      }
    },
    "getSiteAdaptiveSchema": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/adaptive-schema",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/adaptive-schema",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/adaptive-schema/template-conditions",
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
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/published",
      "status": 200,
      "answer": {
        "object": "published-content-site",
        "site": {
          "object": "site",
          "id": "06g4xr9s0g000000000000001b",
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
            "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
            "app": "http://lectern.test/app/o/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b",
            "published": "http://lectern.test/sites/06g4xr9s0g000000000000001b/"
          }
        },
        "structure": {
          "type": "siteSpaces",
          "structure": [
            {
              "object": "site-space",
              "id": "06g4xr9s0g0000000000000019",
              "path": "main",
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000t",
                "title": "Main",
                "emoji": "1f4d6",
                "visibility": "public",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g000000000000001r",
                "defaultLevel": "read",
                "comments": 1,
                "changeRequests": 1,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 1,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t",
                  "published": "http://lectern.test/sites/06g4xr9s0g000000000000001b/",
                  "public": "http://lectern.test/sites/06g4xr9s0g000000000000001b/"
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
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces/06g4xr9s0g0000000000000019",
                "published": "http://lectern.test/sites/06g4xr9s0g000000000000001b/"
              }
            },
            {
              "object": "site-space",
              "id": "06g4xr9s0g000000000000001a",
              "path": "second",
              "space": {
                "object": "space",
                "id": "06g4xr9s0g000000000000000v",
                "title": "Second",
                "emoji": "1f4d6",
                "visibility": "public",
                "createdAt": "2026-01-31T09:00:00.000Z",
                "updatedAt": "2026-01-31T09:00:00.000Z",
                "editMode": "live",
                "organization": "06g4xr9s0g0000000000000009",
                "revision": "06g4xr9s0g0000000000000010",
                "defaultLevel": "read",
                "comments": 0,
                "changeRequests": 0,
                "changeRequestsOpen": 0,
                "changeRequestsDraft": 0,
                "urls": {
                  "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000v",
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000v",
                  "published": "http://lectern.test/sites/06g4xr9s0g000000000000001b/second/",
                  "public": "http://lectern.test/sites/06g4xr9s0g000000000000001b/second/"
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
                "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/site-spaces/06g4xr9s0g000000000000001a",
                "published": "http://lectern.test/sites/06g4xr9s0g000000000000001b/second/"
              }
            }
          ]
        }
      }
    },
    "searchSiteContent": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/sites/06g4xr9s0g000000000000001b/search?query=install",
      "status": 200,
      "answer": {
        "count": 1,
        "items": [
          {
            "id": "06g4xr9s0g000000000000000t",
            "title": "Main",
            "pages": [
              {
                "id": "06g4xr9s0g000000000000001q",
                "title": "Install",
                "path": "guide/install",
                "sections": [
                  {
                    "id": "06g4xr9s0g000000000000001q/0",
                    "title": "Install",
                    "path": "guide/install",
                    "body": "How to install it.",
                    "urls": {
                      "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
                    }
                  }
                ],
                "urls": {
                  "app": "http://lectern.test/app/s/06g4xr9s0g000000000000000t/guide/install"
                }
              }
            ]
          }
        ]
      }
    },
    "listOpenAPISpecs": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi",
      "status": 200,
      "answer": {
        "count": 2,
        "items": [
          {
            "object": "openapi-spec",
            "id": "06g4xr9s0g000000000000000k",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "updatedAt": "2026-01-31T09:00:00.000Z",
            "slug": "pets",
            "processingState": "complete",
            "visibility": "private",
            "lastVersion": "06g4xr9s0g000000000000000o",
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
            "id": "06g4xr9s0g000000000000000m",
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
        "id": "06g4xr9s0gc83ad65000000001",
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
        "id": "06g4xr9s0g000000000000000k",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "slug": "pets",
        "processingState": "complete",
        "visibility": "private",
        "lastVersion": "06g4xr9s0g000000000000000o",
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
        "id": "06g4xr9s0g000000000000000k",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "slug": "pets",
        "processingState": "pending",
        "visibility": "private",
        "lastVersion": "06g4xr9s0g000000000000000o",
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
        "id": "06g4xr9s0g000000000000000k",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "updatedAt": "2026-01-31T09:00:00.000Z",
        "slug": "pets",
        "processingState": "complete",
        "visibility": "public",
        "lastVersion": "06g4xr9s0g000000000000000o",
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
            "id": "06g4xr9s0g000000000000000o",
            "createdAt": "2026-01-31T09:00:00.000Z",
            "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000k/06g4xr9s0g000000000000000o/_Ukfiq0YHWlUE_hhszFXBw",
            "urls": {
              "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000o"
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
        "id": "06g4xr9s0g000000000000000o",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000k/06g4xr9s0g000000000000000o/_Ukfiq0YHWlUE_hhszFXBw",
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000o"
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
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000k/06g4xr9s0g000000000000000o/_Ukfiq0YHWlUE_hhszFXBw"
      }
    },
    "getOpenAPISpecVersionById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000o",
      "status": 200,
      "answer": {
        "object": "openapi-spec-version",
        "id": "06g4xr9s0g000000000000000o",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000k/06g4xr9s0g000000000000000o/_Ukfiq0YHWlUE_hhszFXBw",
        "urls": {
          "location": "http://lectern.test/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000o"
        }
      }
    },
    "getOpenAPISpecVersionContentById": {
      "path": "/v1/orgs/06g4xr9s0g0000000000000009/openapi/pets/versions/06g4xr9s0g000000000000000o/content",
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
        "url": "http://lectern.test/openapi/versions/06g4xr9s0g000000000000000k/06g4xr9s0g000000000000000o/_Ukfiq0YHWlUE_hhszFXBw"
      }
    },
    "importContent": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/content/import",
      "body": {
        "url": "https://docs.example/guide/",
        "source": "website"
      },
      "status": 201,
      "answer": {
        "revision": "06g4xr9s0g8a41d9e000000003",
        "importedResources": 1,
        "totalResources": 1
      }
    },
    "importContentInChangeRequest": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/content/import",
      "body": {
        "url": "https://docs.example/guide/",
        "source": "website"
      },
      "status": 201,
      "answer": {
        "revision": "06g4xr9s0gcbefe26000000003",
        "importedResources": 1,
        "totalResources": 1
      }
    },
    "getImport": {
      "path": "/v1/imports/06g4xr9s0g0000000000000022",
      "status": 200,
      "answer": {
        "object": "import",
        "id": "06g4xr9s0g0000000000000022",
        "status": "failed",
        "url": "https://nowhere.example/",
        "source": "website",
        "space": "06g4xr9s0g000000000000000t",
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
          "location": "http://lectern.test/v1/imports/06g4xr9s0g0000000000000022"
        }
      }
    },
    "cancelImport": {
      "path": "/v1/imports/06g4xr9s0g0000000000000022",
      "status": 204
    },
    "uploadFile": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/uploads?name=hello.txt",
      "status": 201,
      "answer": {
        "object": "upload",
        "id": "06g4xr9s0ga86bc9f000000001",
        "space": "06g4xr9s0g000000000000000t",
        "name": "hello.txt",
        "contentType": "application/json",
        "size": 5,
        "offset": 5,
        "complete": true,
        "hash": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "expiresAt": "2026-02-01T09:00:00.000Z",
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0ga86bc9f000000001"
        }
      }
    },
    "createUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/uploads",
      "status": 201,
      "answer": {
        "object": "upload",
        "id": "06g4xr9s0gebafb9d000000001",
        "space": "06g4xr9s0g000000000000000t",
        "name": "file",
        "size": 5,
        "offset": 0,
        "complete": false,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "expiresAt": "2026-02-01T09:00:00.000Z",
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0gebafb9d000000001"
        }
      }
    },
    "getUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0g0000000000000023",
      "status": 200,
      "answer": {
        "object": "upload",
        "id": "06g4xr9s0g0000000000000023",
        "space": "06g4xr9s0g000000000000000t",
        "name": "hello.txt",
        "size": 5,
        "offset": 0,
        "complete": false,
        "createdAt": "2026-01-31T09:00:00.000Z",
        "expiresAt": "2026-02-01T09:00:00.000Z",
        "urls": {
          "location": "http://lectern.test/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0g0000000000000023"
        }
      }
    },
    "appendToUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0g0000000000000023",
      "status": 204
    },
    "deleteUpload": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/uploads/06g4xr9s0g0000000000000023",
      "status": 204
    },
    "getSpacePDF": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/pdf?page=06g4xr9s0g000000000000001n&only=true",
      "status": 200,
      "answer": {
        "url": "http://lectern.test/pdf/06g4xr9s0g000000000000000t/860ad6a3bb586d3e1b70a2c9bca81037/1769853600000/t7NL8clCgG4GP8s9_kIaSw/main.pdf"
      }
    },
    "getChangeRequestPDF": {
      "path": "/v1/spaces/06g4xr9s0g000000000000000t/change-requests/06g4xr9s0g000000000000001s/pdf?page=06g4xr9s0g000000000000001n&only=true",
      "status": 200,
      "answer": {
        "url": "http://lectern.test/pdf/06g4xr9s0g000000000000000t/b0cc5d5ff05e7f81d7a4f210bc6f2046/1769853600000/7a8AprpOlnyGroRun8loIw/main.pdf"
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
