"""What happens in games: challenges, moves, offers, endings. It knows nothing of Telegram."""
