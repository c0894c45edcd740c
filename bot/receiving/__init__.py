"""How updates come in: long polling or a webhook, and what happens when they come no more."""
