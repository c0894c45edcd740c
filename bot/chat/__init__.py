"""What people see: captions, keyboards, pictures. Pure functions; nothing is sent from here."""
